#include "ir/parser.h"
#include "program/exceptions.h"
#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

// `base` and `derived` are classes of the program, `strange` one of a library. `thrower` throws an object of the class
// that the test names, `middle` calls it and asks for `base`.
TestModel modelOf(llvm::StringRef thrown, llvm::StringRef handler) {
  const std::string text = (R"(module "a.cpp" pointer-size 8
global _ZTVN10__cxxabiv117__class_type_infoE: void*[] undefined
global _ZTVN10__cxxabiv120__si_class_type_infoE: void*[] undefined
global base: opaque o:16 linkonce constant = {
  at 0 size 8: ::_ZTVN10__cxxabiv117__class_type_infoE + 16
}
global _ZTI4base: opaque o:16 linkonce constant = {
  at 0 size 8: ::_ZTVN10__cxxabiv117__class_type_infoE + 16
}
global _ZTI7derived: opaque p:24 linkonce constant = {
  at 0 size 8: ::_ZTVN10__cxxabiv120__si_class_type_infoE + 16
  at 16 size 8: ::_ZTI4base
}
global _ZTI7strange: void* undefined constant
global _ZTIi: void* undefined constant

function thrower() {
bb0:
  throw null info &::)" + thrown +
                            R"(
  unwind bb1
bb1:
  resume
}

function middle(selector: int) {
bb0:
  begin selector
  call thrower() throws
  then bb1 unwind bb2
bb1:
  end selector
  return
bb2:
  catch(&::)" + handler + R"()
  if selector == (int)&::)" +
                            handler + R"( goto bb3 else bb4
bb3:
  end selector
  return
bb4:
  end selector
  resume
}
)")
                               .str();
  llvm::Expected<Module> module = parse(text, "a.cir");
  std::vector<Module> modules;
  modules.push_back(llvm::cantFail(std::move(module)));
  return TestModel(Program::link(std::move(modules)));
}

std::vector<std::string> thrownBy(const ProgramModel &model, llvm::StringRef name) {
  const ThrownTypes &types = model.exceptions.thrownBy(only(model.program, name));
  if (types.isAnything)
    return {"anything"};
  std::vector<std::string> names;
  for (ProgGlobalId type : types.types)
    names.push_back(model.program.linkName(type).str());
  return names;
}

bool isNeverTaken(const ProgramModel &model, uint32_t edge) {
  return model.exceptions.isNeverTaken(only(model.program, "middle"), BlockId(2), edge);
}

TEST(Exceptions, AHandlerOfTheTypeLetsNothingThrough) {
  TestModel model = modelOf("_ZTI4base", "_ZTI4base");
  EXPECT_THAT(thrownBy(*model, "thrower"), ElementsAre("_ZTI4base"));
  EXPECT_THAT(thrownBy(*model, "middle"), IsEmpty());
  EXPECT_FALSE(isNeverTaken(*model, 0));
  EXPECT_TRUE(isNeverTaken(*model, 1));
}

TEST(Exceptions, AHandlerOfABaseCatchesToo) {
  TestModel model = modelOf("_ZTI7derived", "_ZTI4base");
  EXPECT_THAT(thrownBy(*model, "middle"), IsEmpty());
  EXPECT_TRUE(isNeverTaken(*model, 1));
}

TEST(Exceptions, AHandlerOfAnotherTypeIsNeverEntered) {
  TestModel model = modelOf("_ZTI4base", "_ZTI7derived");
  EXPECT_THAT(thrownBy(*model, "middle"), ElementsAre("_ZTI4base"));
  EXPECT_TRUE(isNeverTaken(*model, 0));
  EXPECT_FALSE(isNeverTaken(*model, 1));
}

TEST(Exceptions, WhatIsNotKnownMayBeCaughtOrNot) {
  TestModel model = modelOf("_ZTI7strange", "_ZTI4base");
  EXPECT_THAT(thrownBy(*model, "middle"), ElementsAre("_ZTI7strange"));
  EXPECT_FALSE(isNeverTaken(*model, 0));
  EXPECT_FALSE(isNeverTaken(*model, 1));
}

TEST(Exceptions, ANumberIsNoClass) {
  TestModel model = modelOf("_ZTIi", "_ZTI7strange");
  EXPECT_THAT(thrownBy(*model, "middle"), ElementsAre("_ZTIi"));
  EXPECT_TRUE(isNeverTaken(*model, 0));
}

TEST(Exceptions, WhatIsNoTypeMayBeAnything) {
  EXPECT_THAT(thrownBy(*modelOf("base", "_ZTI4base"), "thrower"), ElementsAre("anything"));
}

} // namespace
