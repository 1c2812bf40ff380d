// Makes code generation emit the inline methods of the user's classes even where nothing calls them.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace custody::frontend {

// Stands before the code generator in the list of consumers.
std::unique_ptr<clang::ASTConsumer> createWholeClassMarker();

} // namespace custody::frontend
