#include "frontend/arguments.h"

#include "frontend/test_folder.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <gmock/gmock.h>

namespace custody::frontend {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

using Words = std::vector<std::string>;

class Arguments : public TestFolder {
protected:
  Words adjustAll(Words arguments, Keep keep = Keep::WhatMatters, std::string file = "x.c") {
    const auto files = llvm::vfs::createPhysicalFileSystem();
    files->setCurrentWorkingDirectory(folder);
    return adjustArguments({folder.str().str(), std::move(file), std::move(arguments)}, *files, keep);
  }

  // Only what comes from the user: between the driver with its mode and the resource directory.
  Words adjust(Words arguments, Keep keep = Keep::WhatMatters) {
    const Words all = adjustAll(std::move(arguments), keep);
    return Words(all.begin() + 2,
                 llvm::find_if(all, [](llvm::StringRef word) { return word.starts_with("-resource-dir"); }));
  }
};

TEST_F(Arguments, KeepsWhatGivesTheSourceItsMeaning) {
  const Words meaning = {"-D",
                         "A=1",
                         "-D",
                         "B",
                         "-U",
                         "C",
                         "-I",
                         "inc",
                         "-I",
                         "other",
                         "-isystem",
                         "sys",
                         "-idirafter",
                         "after",
                         "-iquote",
                         "q",
                         "-include",
                         "f.h",
                         "-imacros",
                         "m.h",
                         "-std=gnu++17",
                         "-ansi",
                         "-funsigned-char",
                         "-fsigned-char",
                         "-fexceptions",
                         "-fno-exceptions",
                         "-fno-rtti",
                         "-m32",
                         "-m64",
                         "-fshort-enums",
                         "-fpack-struct",
                         "-nostdinc",
                         "--sysroot=/s",
                         "-nostdinc++",
                         "-fno-builtin",
                         "-fno-builtin-malloc",
                         "-ffreestanding",
                         "-pthread",
                         "-fPIC",
                         "-msse4.2",
                         "-march=native",
                         "-fgnu89-inline",
                         "-fms-extensions",
                         "-fno-common",
                         "-ftemplate-depth=100",
                         "-ftrigraphs",
                         "-fchar8_t",
                         "-fno-operator-names",
                         "-stdlib=libc++",
                         "-x",
                         "c++"};
  Words command = {"gcc"};
  command.insert(command.end(), meaning.begin(), meaning.end());
  const Words kept = adjust(command);
  for (const std::string &word : meaning)
    EXPECT_THAT(kept, Contains(word));
}

TEST_F(Arguments, DropsTheRest) {
  EXPECT_THAT(adjust({"gcc",
                      "-c",
                      "-S",
                      "-E",
                      "-o",
                      "x.o",
                      "-O2",
                      "-Os",
                      "-Ofast",
                      "-g3",
                      "-ggdb",
                      "-gdwarf-4",
                      "-Wall",
                      "-Werror",
                      "-Werror=foo",
                      "-Wextra",
                      "-Wno-x",
                      "-pedantic-errors",
                      "-MD",
                      "-MMD",
                      "-MF",
                      "x.d",
                      "-MT",
                      "x.o",
                      "-MP",
                      "-M",
                      "-pipe",
                      "-Wl,-z,now",
                      "-Wa,--noexecstack",
                      "--coverage",
                      "-fprofile-arcs",
                      "-ftest-coverage",
                      "-fsanitize=address,undefined",
                      "-flto",
                      "-flto=auto",
                      "-ffat-lto-objects",
                      "-save-temps",
                      "-fanalyzer",
                      "-fvar-tracking",
                      "-fno-var-tracking-assignments",
                      "-fplugin=x.so",
                      "-fplugin-arg-x-y=1",
                      "-specs=/x",
                      "-mno-unknown-thing",
                      "-fstack-protector-strong",
                      "-fstack-clash-protection",
                      "-fcf-protection",
                      "-fno-strict-aliasing",
                      "--param",
                      "ssp-buffer-size=4",
                      "-frecord-gcc-switches",
                      "-fdump-tree-all",
                      "-ffile-prefix-map=a=b",
                      "-fdiagnostics-color=always",
                      "-fopenmp",
                      "-lm",
                      "-L.",
                      "-shared",
                      "-static",
                      "-rdynamic",
                      "-s",
                      "-v",
                      "-###",
                      "x.c",
                      "other.c",
                      "-fmodules",
                      "-traditional-cpp",
                      "-I-",
                      "-mllvm",
                      "-x",
                      "-Xlinker",
                      "foo"}),
              ElementsAre());
}

TEST_F(Arguments, DropsStandardsOfTheOtherLanguage) {
  EXPECT_THAT(adjust({"gcc", "-std=c++17", "-std=gnu99", "-std=c++99"}), ElementsAre("-std=gnu99"));
  EXPECT_THAT(adjust({"g++", "-std=c++17", "-std=gnu99"}), ElementsAre("-std=c++17"));
  EXPECT_THAT(adjust({"gcc", "-std=gnu99", "-std=c++17", "-x", "c++"}), ElementsAre("-std=c++17", "-x", "c++"));
  EXPECT_THAT(adjustAll({"cc", "-std=c++17", "-std=c99"}, Keep::WhatMatters, "x.cc"),
              AllOf(Contains("-std=c++17"), Not(Contains("-std=c99"))));
}

TEST_F(Arguments, EndsWithTheOneFile) {
  const Words all = adjustAll({"gcc", "-c", "a.c", "x.c", "b.c"});
  EXPECT_EQ(all.back(), "x.c");
  EXPECT_EQ(all[all.size() - 2], "--");
  EXPECT_THAT(all, Not(Contains("a.c")));
}

TEST_F(Arguments, LooksInsideOptionsForOtherStages) {
  EXPECT_THAT(adjust({"gcc", "-Wp,-MD,x.d,-DX=1", "-Xpreprocessor", "-DY", "-Wp,-D_FORTIFY_SOURCE=2"}),
              ElementsAre("-D", "X=1", "-D", "Y", "-D", "_FORTIFY_SOURCE=2"));
  EXPECT_THAT(
      adjust({"clang++", "-Xclang", "-include-pch", "-Xclang", "a.pch", "-Xclang", "-include", "-Xclang", "a.hxx"}),
      ElementsAre("-include", "a.hxx"));
}

TEST_F(Arguments, ExpandsResponseFiles) {
  write("outer.rsp", "-DA=\"two words\" -O2\n'-DB=it is' @inner.rsp\n-Iback\\ slash");
  write("inner.rsp", "-DC @outer.rsp");
  EXPECT_THAT(adjust({"gcc", "@inner.rsp", "@gone.rsp"}), Contains("C"));
  write("inner.rsp", "-DC");
  EXPECT_THAT(adjust({"gcc", "@outer.rsp"}),
              ElementsAre("-D", "A=two words", "-D", "B=it is", "-D", "C", "-I", "back slash"));
}

TEST_F(Arguments, IgnoresHeadersThatAreOnlyPrecompiled) {
  write("there.h", "");
  write("only.h.gch", "");
  EXPECT_THAT(adjust({"gcc", "-include", "there.h", "-include", "only.h", "-include", "searched.h"}),
              ElementsAre("-include", "there.h", "-include", "searched.h"));
}

TEST_F(Arguments, LooksBehindWrappers) {
  for (const Words &wrapper :
       {Words{"ccache"}, Words{"/usr/bin/distcc"}, Words{"ccache", "distcc"}, Words{"env", "A=b", "LANG=C"},
        Words{"/bin/sh", "../libtool", "--tag=CXX", "--mode=compile"}}) {
    Words command = wrapper;
    command.insert(command.end(), {"g++-12", "-DX", "-c", "x.c"});
    const Words all = adjustAll(command);
    EXPECT_THAT(all, AllOf(Contains("--driver-mode=g++"), Contains("X"), Not(Contains("g++-12"))));
  }
}

TEST_F(Arguments, TellsTheModeFromTheName) {
  for (const char *name : {"g++", "c++", "clang++-19", "x86_64-linux-gnu-g++-12", "/opt/bin/g++-4.8.5", "mpicxx"})
    EXPECT_THAT(adjustAll({name}), Contains("--driver-mode=g++")) << name;
  for (const char *name : {"gcc", "cc", "clang-19", "gcc-12.2", "c99-gcc", "tcc", "/weird/compiler"})
    EXPECT_THAT(adjustAll({name}), Contains("--driver-mode=gcc")) << name;
}

TEST_F(Arguments, TakesTheTargetOfACrossCompiler) {
  EXPECT_THAT(adjustAll({"arm-linux-gnueabi-gcc"}), Contains("--target=arm-linux-gnueabi"));
  EXPECT_THAT(adjustAll({"/x/aarch64-linux-gnu-g++-12"}), Contains("--target=aarch64-linux-gnu"));
  EXPECT_THAT(adjustAll({"i686-w64-mingw32-gcc"}), Contains("--target=i686-w64-mingw32"));
  for (const char *name : {"c99-gcc", "my-own-gcc", "gcc-12", "clang-19", "gcc"})
    EXPECT_THAT(adjustAll({name}), Not(Contains(::testing::StartsWith("--target")))) << name;
}

TEST_F(Arguments, EssentialsLeaveOutTheMachine) {
  EXPECT_THAT(adjust({"gcc", "-DX", "-march=what", "-mfpu=neon", "-m32", "-fshort-enums"}, Keep::Essentials),
              ElementsAre("-D", "X", "-m32"));
}

TEST_F(Arguments, SurvivesNonsense) {
  EXPECT_EQ(adjustAll({}).back(), "x.c");
  EXPECT_EQ(adjustAll({"ccache"}).back(), "x.c");
  EXPECT_EQ(adjustAll({"gcc", "", "-", "--", "-I"}).back(), "x.c");
  EXPECT_EQ(adjustAll({"gcc", "-D"}).back(), "x.c");
}

class RefusedOptions : public ParseFixture {};

TEST_F(RefusedOptions, AreLeftOutAtTheSecondTry) {
  const ParseOutcome outcome = parse("x.c", "#ifndef X\n#error\n#endif\nint x;\n",
                                     {"-DX", "-march=quantum", "-mabi=none", "-mtune=pentium5", "-mfloat-abi=hard"});
  EXPECT_TRUE(outcome.succeeded) << outcome.errors;
}

TEST_F(RefusedOptions, GccFlagsOfEveryKindParse) {
  const ParseOutcome outcome =
      parse("x.c", "int x;\n",
            {"-fno-var-tracking", "-mno-fancy", "-fwhole-program", "-std=gnu2x", "-fconserve-stack",
             "-fno-allow-store-data-races", "-mindirect-branch=thunk-extern", "-mpreferred-stack-boundary=3",
             "-mrecord-mcount", "-mskip-rax-setup", "-fno-delete-null-pointer-checks"});
  EXPECT_TRUE(outcome.succeeded) << outcome.errors;
}

} // namespace
} // namespace custody::frontend
