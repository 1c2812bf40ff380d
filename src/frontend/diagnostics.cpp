// A program that its own compiler accepted must not fail here for a matter of taste. Warnings are off by the command
// line (`-w -Wno-everything`), which also silences what Clang calls a warning that is an error by default: implicit
// declarations, implicit int, integers as pointers, narrowing.
//
// What remains are true errors of Clang that GCC does not have. Those after which Clang just drops the offending piece
// (an attribute, mostly) are mapped to remarks: the parse goes on, no error is counted, and this sink still hears of
// them. Clang forbids such a mapping by an assertion, not by the mechanism: release builds of the library, which is
// what distributions ship, honour it.
#include "frontend/diagnostics.h"

#include "clang/AST/ASTDiagnostic.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

namespace custody::frontend {

namespace diag = clang::diag;

static constexpr unsigned passable[] = {
    // Attributes: the attribute is dropped.
    diag::err_attribute_wrong_number_arguments,
    diag::err_attribute_too_many_arguments,
    diag::err_attribute_too_few_arguments,
    diag::err_attribute_argument_type,
    diag::err_attribute_argument_n_type,
    diag::err_attribute_argument_out_of_bounds,
    diag::err_attribute_wrong_decl_type,
    diag::err_attribute_wrong_decl_type_str,
    // Inline assembly, which is opaque here: the statement is dropped or stays as it is.
    diag::err_asm_invalid_output_constraint,
    diag::err_asm_invalid_input_constraint,
    diag::err_asm_unknown_register_name,
    diag::err_asm_invalid_type,
    diag::err_asm_invalid_type_in_input,
    diag::err_asm_invalid_input_size,
    diag::err_asm_invalid_output_size,
    diag::err_asm_bad_register_type,
    diag::err_asm_register_size_mismatch,
    diag::err_asm_tying_incompatible_types,
    diag::err_asm_invalid_escape,
    // Aliases of symbols that only the assembler knows: no alias is made.
    diag::err_alias_to_undefined,
    diag::err_cyclic_alias,
};

void letPassWhatGccAccepts(clang::DiagnosticsEngine &engine) {
  for (const unsigned id : passable)
    engine.setSeverity(id, diag::Severity::Remark, clang::SourceLocation());
}

void DiagnosticSink::BeginSourceFile(const clang::LangOptions &language, const clang::Preprocessor *preprocessor) {
  printer.BeginSourceFile(language, preprocessor);
}

void DiagnosticSink::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) {
  using Level = clang::DiagnosticsEngine::Level;
  DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  if (level != Level::Note)
    showNotes = level >= Level::Error;
  if (level == Level::Remark && diagnostic.getID() == diag::err_attribute_wrong_number_arguments && onRefusedArguments)
    onRefusedArguments(diagnostic.getLocation());
  if (showNotes)
    printer.HandleDiagnostic(level, diagnostic);
}

namespace {
class PragmaUndoer : public clang::PPCallbacks {
public:
  explicit PragmaUndoer(clang::DiagnosticsEngine &engine) : engine(engine) {}

  void PragmaDiagnostic(clang::SourceLocation location, llvm::StringRef, diag::Severity severity,
                        llvm::StringRef option) override {
    if (severity == diag::Severity::Ignored || option.size() < 2)
      return;
    const auto flavor = option[1] == 'R' ? diag::Flavor::Remark : diag::Flavor::WarningOrError;
    engine.setSeverityForGroup(flavor, option.drop_front(2), diag::Severity::Ignored, location);
  }

private:
  clang::DiagnosticsEngine &engine;
};
} // namespace

void ignoreDiagnosticPragmas(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<PragmaUndoer>(preprocessor.getDiagnostics()));
}

} // namespace custody::frontend
