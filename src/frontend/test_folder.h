// For tests only: a folder that goes away, and a unit parsed in it.
#pragma once

#include "frontend/parse.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace custody::frontend {

class TestFolder : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("custody-test", folder));
    llvm::SmallString<128> real; // a temporary folder may be behind a symbolic link
    ASSERT_FALSE(llvm::sys::fs::real_path(folder, real));
    folder = real;
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(llvm::StringRef name) const {
    llvm::SmallString<128> result(folder);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }

  void write(llvm::StringRef name, llvm::StringRef text) const {
    std::error_code error = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(path(name)));
    ASSERT_FALSE(error);
    llvm::raw_fd_ostream(path(name), error) << text;
    ASSERT_FALSE(error);
  }

  llvm::SmallString<128> folder;
};

class ParseFixture : public TestFolder {
protected:
  // Compiles by gcc or, if the name is not *.c, by g++.
  ParseOutcome parse(llvm::StringRef name, llvm::StringRef text, const std::vector<std::string> &options = {}) {
    write(name, text);
    CompileCommand command{folder.str().str(), name.str(), {name.ends_with(".c") ? "gcc" : "g++"}};
    command.arguments.insert(command.arguments.end(), options.begin(), options.end());
    command.arguments.insert(command.arguments.end(), {"-c", name.str()});
    return parse(command);
  }

  ParseOutcome parse(const CompileCommand &command) {
    ir.clear();
    facts.clear();
    defined.clear();
    return parseUnit(command, [&](ParsedUnit &unit) {
      llvm::raw_string_ostream(ir) << unit.module;
      for (const llvm::Function &function : unit.module)
        if (!function.isDeclaration())
          defined.push_back(function.getName().str());
      for (const DeallocAttr &fact : unit.deallocAttrs)
        facts.push_back(fact.function->getNameAsString() + " " + fact.dealloc + " " + std::to_string(fact.arg));
    });
  }

  bool irHas(llvm::StringRef text) const { return llvm::StringRef(ir).contains(text); }

  std::string ir;
  std::vector<std::string> facts;   // function, deallocator, argument
  std::vector<std::string> defined; // mangled names
};

} // namespace custody::frontend
