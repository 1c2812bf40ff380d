// The driver turns a user's command line into Clang's internal one. It, or the target, may refuse an
// option that the table knows (an unknown CPU, a feature of another target): a second try then has only what no
// program can do without.
//
// The code generator is set up for reading, not for running: no optimisation and none of the marks that go with it,
// names on all values, debug information for variables and their blocks, and each destructor with a body of its own.
#include "frontend/invocation.h"

#include "frontend/arguments.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/Utils.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace custody::frontend {

static void configureCodeGeneration(clang::CodeGenOptions &options) {
  options.OptimizationLevel = 0;
  options.DisableO0ImplyOptNone = true;
  options.DisableLLVMPasses = true;
  options.DisableLifetimeMarkers = true;
  options.DisableFree = false;
  options.DiscardValueNames = false;
  options.CXXCtorDtorAliases = false;
  options.VerifyModule = false;
  options.setDebugInfo(llvm::codegenoptions::DebugInfoConstructor);
  options.DebugColumnInfo = true;
  options.EmitVersionIdentMetadata = false;
  options.DwarfVersion = 4; // 5 takes a checksum of every file
}

static void configureFrontend(clang::CompilerInvocation &invocation) {
  clang::FrontendOptions &options = invocation.getFrontendOpts();
  options.DisableFree = false;
  options.OutputFile.clear();
  options.ShowStats = false;
  invocation.getDependencyOutputOpts() = {};
  invocation.getLangOpts().CommentOpts = {};
  invocation.getDiagnosticOpts().ShowColors = false;
  configureCodeGeneration(invocation.getCodeGenOpts());
}

static std::unique_ptr<clang::CompilerInvocation> runDriver(const CompileCommand &command, Keep keep,
                                                            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                            llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine) {
  const std::vector<std::string> arguments = adjustArguments(command, *files, keep);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  clang::CreateInvocationOptions options;
  options.Diags = engine;
  options.VFS = files;
  return clang::createInvocation(pointers, options);
}

static llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> silentEngine() {
  return new clang::DiagnosticsEngine(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                      new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
}

// The driver hands a CPU or an ABI on unseen; the target then refuses it.
static bool hasTarget(const clang::CompilerInvocation &invocation) {
  const auto engine = silentEngine();
  const auto options = std::make_shared<clang::TargetOptions>(invocation.getTargetOpts());
  const llvm::IntrusiveRefCntPtr<clang::TargetInfo> target = clang::TargetInfo::CreateTargetInfo(*engine, options);
  return target != nullptr;
}

std::unique_ptr<clang::CompilerInvocation> createInvocation(const CompileCommand &command,
                                                            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                            llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine) {
  auto invocation = runDriver(command, Keep::WhatMatters, files, silentEngine());
  if (!invocation || !hasTarget(*invocation))
    invocation = runDriver(command, Keep::Essentials, files, engine);
  if (invocation)
    configureFrontend(*invocation);
  return invocation;
}

} // namespace custody::frontend
