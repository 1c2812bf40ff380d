#include "program/function_specs.h"
#include "program/test_support.h"
#include <gtest/gtest.h>

using namespace custody::program;
using namespace custody::program::test;
using custody::specs::Authority;
using custody::specs::Effect;
using custody::specs::FunctionSpec;
using custody::specs::Result;

namespace {

constexpr llvm::StringLiteral Models = R"(
type T;
own(malloc) char *strdup(const char *s);
int sscanf(const char *s, const char *format, ...);
int asprintf(char **out, const char *format, ...) allocates *out when (return >= 0);
alias __asprintf_chk = asprintf drop 2;
container std::vector<T> { own T elem; };
void std::vector<T>::push_back(const T &x);
void my_free(frees(malloc) void *p);
)";

const FunctionSpec *specOf(const TestModel &model, llvm::StringRef name) {
  return model->specs.find(only(model->program, name));
}

bool replacesBody(const TestModel &model, llvm::StringRef name) {
  return model->specs.replacesBody(only(model->program, name));
}

void addOwnership(TestUnit &u, FuncId id, OwnershipAttrKind kind, llvm::StringRef name, uint32_t argument = 0) {
  u.module.functions[id.index].attrs.ownership.push_back({kind, u.sym(name), argument});
}

TEST(FunctionSpecs, NamesOfLibraries) {
  TestUnit u("a.c");
  u.declare("strdup", {u.pointer()}, u.pointer());
  u.declare("__asprintf_chk", {u.pointer(), u.i32(), u.pointer()}, u.i32());
  FuncId scan = u.declare("__isoc99_sscanf", {u.pointer(), u.pointer()}, u.i32());
  u.module.functions[scan.index].libraryName = u.sym("sscanf");
  u.declare("unheard_of", {u.pointer()});
  u.declare("_ZNSt6vectorIPiSaIS0_EE9push_backERKS0_", {u.pointer(), u.pointer()});
  TestModel model(linkUnits(u), Models);

  ASSERT_TRUE(specOf(model, "strdup"));
  EXPECT_EQ(specOf(model, "strdup")->results.front().kind, Result::Kind::Own);
  ASSERT_TRUE(specOf(model, "__asprintf_chk"));
  EXPECT_EQ(specOf(model, "__asprintf_chk")->params.size(), 3U); // its own arguments, not asprintf's
  ASSERT_TRUE(specOf(model, "__isoc99_sscanf"));
  EXPECT_EQ(specOf(model, "__isoc99_sscanf")->name, "sscanf");
  EXPECT_FALSE(specOf(model, "unheard_of"));
  ASSERT_TRUE(specOf(model, "_ZNSt6vectorIPiSaIS0_EE9push_backERKS0_"));
  EXPECT_TRUE(specOf(model, "_ZNSt6vectorIPiSaIS0_EE9push_backERKS0_")->isMember);
  EXPECT_FALSE(replacesBody(model, "strdup")); // there is none
}

TEST(FunctionSpecs, BundledModelsYieldToBodiesOfTheProgram) {
  TestUnit u("a.cpp");
  u.define("strdup", {u.pointer()}, u.pointer()).finish();
  Body inHeader = u.define("_ZNSt6vectorIPiSaIS0_EE9push_backERKS0_", {u.pointer(), u.pointer()});
  inHeader.finish();
  inHeader.function().isSystem = true;
  TestModel model(linkUnits(u), Models);
  EXPECT_FALSE(specOf(model, "strdup"));
  EXPECT_FALSE(replacesBody(model, "strdup"));
  EXPECT_TRUE(replacesBody(model, "_ZNSt6vectorIPiSaIS0_EE9push_backERKS0_"));
}

TEST(FunctionSpecs, UsersSpecificationsReplaceBodies) {
  TestUnit u("a.c");
  u.define("strdup", {u.pointer()}, u.pointer()).finish();
  TestModel model(linkUnits(u), Models, Authority::User);
  ASSERT_TRUE(specOf(model, "strdup"));
  EXPECT_TRUE(replacesBody(model, "strdup"));
}

TEST(FunctionSpecs, AttributesOfDeclarations) {
  TestUnit u("a.c");
  FuncId make = u.declare("make", {u.i32()}, u.pointer());
  addOwnership(u, make, OwnershipAttrKind::Malloc, "");
  addOwnership(u, make, OwnershipAttrKind::Dealloc, "unmake", 1);
  u.declare("unmake", {u.pointer()});
  FuncId modelled = u.declare("strdup", {u.pointer()}, u.pointer());
  u.module.functions[modelled.index].attrs.returnsNonNull = true;
  TestModel model(linkUnits(u), Models);

  ASSERT_TRUE(specOf(model, "make"));
  EXPECT_EQ(specOf(model, "make")->results.front().family, "unmake");
  ASSERT_TRUE(specOf(model, "unmake"));
  EXPECT_TRUE(specOf(model, "unmake")->effectOn(0, Effect::Kind::Frees));
  EXPECT_EQ(specOf(model, "unmake")->origins.front().note, "attribute malloc(unmake, 1) of make");
  EXPECT_TRUE(model->specs.store().family("unmake"));
  EXPECT_EQ(specOf(model, "strdup")->results.front().family, "malloc"); // the model stays
  EXPECT_EQ(specOf(model, "strdup")->results.front().null, custody::specs::Nullness::NeverNull);
}

TEST(FunctionSpecs, BodiesKnowBetterThanAttributes) {
  TestUnit u("a.c");
  FuncId make = u.declare("make", {u.i32()}, u.pointer());
  addOwnership(u, make, OwnershipAttrKind::Malloc, "");
  u.define(make).finish();
  FuncId drop = u.declare("drop", {u.pointer()});
  addOwnership(u, drop, OwnershipAttrKind::Takes, "mine", 1);
  u.define(drop).finish();
  TestModel model(linkUnits(u), Models);
  EXPECT_FALSE(specOf(model, "make"));
  ASSERT_TRUE(specOf(model, "drop")); // ownership_takes is written to be believed
  EXPECT_TRUE(replacesBody(model, "drop"));
  EXPECT_EQ(specOf(model, "drop")->effectOn(0, Effect::Kind::Frees)->family, "mine");
}

TEST(FunctionSpecs, CleanupIsKnownFromTheUnitOfTheVariable) {
  TestUnit a("a.c"), b("b.c");
  a.declare("drop", {a.pointer(a.pointer())});
  FuncId named = b.declare("drop", {b.pointer(b.pointer())});
  b.module.functions[named.index].attrs.isCleanup = true;
  FuncId own = b.declare("own", {b.pointer(b.pointer())});
  b.module.functions[own.index].attrs.isCleanup = true;
  b.define(own).finish();
  TestModel model(linkUnits(a, b));
  ASSERT_TRUE(specOf(model, "drop"));
  EXPECT_TRUE(llvm::any_of(specOf(model, "drop")->effects, [](const Effect &effect) {
    return effect.kind == Effect::Kind::Takes && effect.place.path.size() == 1; // *p
  }));
  EXPECT_FALSE(specOf(model, "own")); // the body knows better
}

TEST(FunctionSpecs, ClaimsOnBodies) {
  TestUnit u("a.c");
  FuncId make = u.declare("make", {u.i32()}, u.pointer());
  addOwnership(u, make, OwnershipAttrKind::Malloc, "");
  u.define(make).finish();
  u.define("strdup", {u.pointer()}, u.pointer()).finish();
  u.define("plain", {u.pointer()}).finish();
  u.declare("my_free", {u.pointer()});
  TestModel model(linkUnits(u), Models);
  auto claim = [&](llvm::StringRef name) {
    return claimOnBody(model->program, OtherNames(model->program), model->specs.store(), only(model->program, name));
  };
  ASSERT_TRUE(claim("make"));
  EXPECT_EQ(claim("make")->results.front().kind, Result::Kind::Own);
  EXPECT_TRUE(claim("strdup"));   // a model's, although the body is trusted
  EXPECT_FALSE(claim("plain"));   // nobody says anything
  EXPECT_FALSE(claim("my_free")); // no body
}

TEST(FunctionSpecs, StaticFunctionsAreNotTheLibrarysOfThatName) {
  TestUnit u("a.c");
  u.define(u.declare("strdup", {u.pointer()}, u.pointer(), Linkage::Internal)).finish();
  auto claim = [](const TestModel &model) {
    return claimOnBody(model->program, OtherNames(model->program), model->specs.store(),
                       only(model->program, "strdup"));
  };
  TestModel bundled(linkUnits(u), Models);
  EXPECT_FALSE(claim(bundled));
  EXPECT_FALSE(specOf(bundled, "strdup")); // calls use the body
  TestModel users(linkUnits(u), Models, Authority::User);
  EXPECT_TRUE(claim(users)); // written for this program
}

TEST(FunctionSpecs, BodiesThatAreExportedUnderAnotherName) {
  TestUnit u("a.c");
  FuncId body = u.declare("strdup__internal_alias", {u.pointer()}, u.pointer());
  u.define(body).finish();
  FuncId exported = u.declare("strdup", {u.pointer()}, u.pointer());
  u.module.functions[exported.index].aliasOf = body;
  FuncId thunk = u.declare("my_free", {u.pointer()});
  u.module.functions[thunk.index].aliasOf = body;
  u.module.functions[thunk.index].thunkOffset = 8;
  TestModel bundled(linkUnits(u), Models);
  const ProgFuncId id = only(bundled->program, "strdup__internal_alias");
  const OtherNames names(bundled->program);
  EXPECT_EQ(names.of(id).vec(), std::vector<llvm::StringRef>{"strdup"});
  EXPECT_FALSE(bundled->specs.find(id));
  ASSERT_TRUE(claimOnBody(bundled->program, names, bundled->specs.store(), id));
  EXPECT_EQ(claimOnBody(bundled->program, names, bundled->specs.store(), id)->name, "strdup");
  TestModel users(linkUnits(u), Models, Authority::User);
  EXPECT_TRUE(replacesBody(users, "strdup__internal_alias"));
}

TEST(FunctionSpecs, AttributesOfOneFileAreNotAnothersOfTheSameName) {
  TestUnit a("a.c"), b("b.c");
  FuncId first = a.declare("drop", {a.pointer()}, {}, Linkage::Internal);
  addOwnership(a, first, OwnershipAttrKind::Takes, "mine", 1);
  a.define(first).finish();
  b.define("drop", {b.pointer()}).finish();
  TestModel model(linkUnits(a, b));
  unsigned replaced = 0;
  for (ProgFuncId id : {ProgFuncId(0), ProgFuncId(1)})
    replaced += model->specs.replacesBody(id);
  EXPECT_EQ(replaced, 1U);
}

TEST(FunctionSpecs, AttributesOfOneOverloadAreNotTheOthers) {
  TestUnit u("a.cpp");
  FuncId ends = u.declare("_Z4failPKc", {u.pointer()});
  u.module.functions[ends.index].attrs.noReturn = true;
  u.declare("_Z4faili", {u.i32()});
  TestModel model(linkUnits(u));
  ASSERT_TRUE(specOf(model, "_Z4failPKc"));
  EXPECT_TRUE(specOf(model, "_Z4failPKc")->noReturn);
  EXPECT_FALSE(specOf(model, "_Z4faili"));
}

} // namespace
