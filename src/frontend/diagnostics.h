// What becomes of Clang's diagnostics: errors are rendered for people, warnings never exist, and a few errors that
// GCC does not have are let pass.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>

namespace clang {
class Preprocessor;
}

namespace custody::frontend {

class DiagnosticSink : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticSink(clang::DiagnosticOptions &options) : stream(text), printer(stream, &options) {}

  void BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override { printer.EndSourceFile(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override;

  std::string takeText() { return std::move(text); }

  std::function<void(clang::SourceLocation)> onRefusedArguments; // of an attribute

private:
  std::string text;
  llvm::raw_string_ostream stream;
  clang::TextDiagnosticPrinter printer;
  bool showNotes = false; // those that follow a shown error
};

// Errors that GCC does not have, and after which Clang goes on as if the offending piece were absent.
void letPassWhatGccAccepts(clang::DiagnosticsEngine &engine);

// `#pragma GCC diagnostic error "-W..."` makes errors of warnings that were off: undone.
void ignoreDiagnosticPragmas(clang::Preprocessor &preprocessor);

} // namespace custody::frontend
