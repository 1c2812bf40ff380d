// One parse gives everything: Clang's AST, and LLVM IR generated from it while it is parsed. Three consumers hear each
// declaration in this order:
//
//     whole-class marker  ─▶  Clang's code generator  ─▶  hand-over, which at the end of the unit calls `use`
//
// All of it runs on a guarded thread (guarded.h) with a file system of its own, whose working directory is the
// command's: units are parsed in parallel, and the process has only one working directory.
#include "frontend/parse.h"

#include "frontend/dealloc_attributes.h"
#include "frontend/diagnostics.h"
#include "frontend/guarded.h"
#include "frontend/invocation.h"
#include "frontend/whole_classes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/Utils.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace custody::frontend {

using Use = llvm::function_ref<void(ParsedUnit &)>;
using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

namespace {

class HandOver : public clang::ASTConsumer {
public:
  HandOver(const CompileCommand &command, clang::DiagnosticsEngine &engine, clang::CodeGenerator &codegen,
           const DeallocAttributes &attributes, Use use)
      : command(command), engine(engine), codegen(codegen), attributes(attributes), use(use) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    llvm::Module *const module = codegen.GetModule();
    if (engine.hasErrorOccurred() || !module)
      return;
    const std::vector<DeallocAttr> deallocAttrs = attributes.resolve(ast);
    ParsedUnit unit{command, ast, codegen, *module, deallocAttrs};
    use(unit);
  }

private:
  const CompileCommand &command;
  clang::DiagnosticsEngine &engine;
  clang::CodeGenerator &codegen;
  const DeallocAttributes &attributes;
  Use use;
};

class ParseAction : public clang::ASTFrontendAction {
public:
  ParseAction(const CompileCommand &command, FileSystem files, DeallocAttributes &attributes, Use use)
      : command(command), files(std::move(files)), attributes(attributes), use(use) {}

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &clang, llvm::StringRef file) override {
    attributes.watch(clang.getPreprocessor());
    ignoreDiagnosticPragmas(clang.getPreprocessor());
    std::unique_ptr<clang::CodeGenerator> codegen(
        clang::CreateLLVMCodeGen(clang.getDiagnostics(), file, files, clang.getHeaderSearchOpts(),
                                 clang.getPreprocessorOpts(), clang.getCodeGenOpts(), context));
    auto handOver = std::make_unique<HandOver>(command, clang.getDiagnostics(), *codegen, attributes, use);
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(createWholeClassMarker());
    consumers.push_back(std::move(codegen));
    consumers.push_back(std::move(handOver));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  const CompileCommand &command;
  FileSystem files;
  DeallocAttributes &attributes;
  Use use;
  llvm::LLVMContext context;
};

class FileCollector : public clang::DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef name, bool, bool, bool, bool missing) override {
    return !missing && !name.empty() && !name.starts_with("<");
  }
};

} // namespace

static std::vector<std::string> absolutePaths(llvm::ArrayRef<std::string> names, llvm::vfs::FileSystem &files) {
  std::vector<std::string> result;
  for (const std::string &name : names) {
    llvm::SmallString<256> path(name);
    files.makeAbsolute(path);
    llvm::sys::path::remove_dots(path); // not `..`: a symbolic link may stand before it
    result.push_back(path.str().str());
  }
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

// CompilerInstance::ExecuteAction is not used: it marks the bottom of the stack (see guarded.cpp) and prints.
static bool run(clang::CompilerInstance &clang, ParseAction &action) {
  if (!clang.createTarget())
    return false;
  if (!action.BeginSourceFile(clang, clang.getFrontendOpts().Inputs.front()))
    return false;
  llvm::consumeError(action.Execute());
  action.EndSourceFile();
  return !clang.getDiagnostics().hasErrorOccurred();
}

static void parse(const CompileCommand &command, FileSystem files, DiagnosticSink &sink, ParseOutcome &outcome,
                  Use use) {
  const llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> driverEngine = new clang::DiagnosticsEngine(
      new clang::DiagnosticIDs, new clang::DiagnosticOptions, &sink, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> invocation = createInvocation(command, files, driverEngine);
  if (!invocation || invocation->getFrontendOpts().Inputs.empty())
    return;

  clang::CompilerInstance clang;
  clang.setInvocation(std::move(invocation));
  clang.createDiagnostics(&sink, /*ShouldOwnClient=*/false);
  letPassWhatGccAccepts(clang.getDiagnostics());
  clang.createFileManager(files);
  clang.createSourceManager(clang.getFileManager());
  const auto collector = std::make_shared<FileCollector>();
  clang.addDependencyCollector(collector);

  DeallocAttributes attributes;
  sink.onRefusedArguments = [&](clang::SourceLocation location) { attributes.refused(location); };
  ParseAction action(command, files, attributes, use);
  outcome.succeeded = run(clang, action);
  outcome.files = absolutePaths(collector->getDependencies(), *files);
}

ParseOutcome parseUnit(const CompileCommand &command, Use use) {
  ParseOutcome outcome;
  FileSystem files = llvm::vfs::createPhysicalFileSystem();
  if (const std::error_code error = files->setCurrentWorkingDirectory(command.directory)) {
    outcome.errors = "error: cannot enter the directory '" + command.directory + "': " + error.message() + "\n";
    return outcome;
  }
  const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options = new clang::DiagnosticOptions;
  DiagnosticSink sink(*options);
  const bool finished = runGuarded([&] { parse(command, files, sink, outcome, use); });
  if (finished && outcome.succeeded)
    return outcome;
  outcome.succeeded = false;
  outcome.errors = sink.takeText();
  if (!finished)
    outcome.errors += "error: '" + command.file + "' made the compiler crash (nested too deeply, or a bug)\n";
  else if (outcome.errors.empty())
    outcome.errors = "error: '" + command.file + "' could not be compiled, and Clang does not say why\n";
  return outcome;
}

} // namespace custody::frontend
