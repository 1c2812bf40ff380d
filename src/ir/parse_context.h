// What the parser's parts share: the module that grows, its names, and the rules for types and positions, which stand
// everywhere.
#pragma once

#include "ir/natural.h"
#include "ir/parse_stream.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace custody::ir {

// Keeps the nesting of the text, and with it the parser's recursion, bounded.
class Nesting {
public:
  static constexpr unsigned Most = 256;

  Nesting(TokenStream &stream, unsigned &depth) : depth(depth) {
    if (++depth > Most)
      stream.fail("this is nested too deeply");
  }
  ~Nesting() { --depth; }
  Nesting(const Nesting &) = delete;
  Nesting &operator=(const Nesting &) = delete;

private:
  unsigned &depth;
};

template <class Id>
class HandleMap {
public:
  // False if the handle is taken.
  bool add(TextHandle handle, Id id) { return ids.try_emplace({handle.name.index, handle.ordinal}, id).second; }
  Id find(TextHandle handle) const { return ids.lookup({handle.name.index, handle.ordinal}); }

private:
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, Id> ids;
};

// Globals and functions have one name space.
struct Symbol {
  GlobalId global;
  FuncId function;
};

class ParseContext {
public:
  Module module;
  TypeInterner types;
  TokenStream stream;
  HandleMap<RecordId> records;
  HandleMap<Symbol> symbols;
  std::vector<TypeId> typeAliases; // by number, from 1
  unsigned depth = 0;

  ParseContext(llvm::StringRef text, llvm::StringRef fileName)
      : types(module), stream(text, fileName, module.strings) {}

  // parse_types.cpp
  bool atType() const;
  TypeId type();
  Loc loc(FileId context); // or none
  RecordId record();
  FuncId function();
  GlobalId global();
  Symbol symbol();
  std::string describe(TextHandle handle) const;
  FileId mainFile() const { return module.files.empty() ? FileId() : FileId(0); }

private:
  llvm::DenseMap<Sym, FileId> files;
  std::map<std::tuple<Sym, FileId, uint32_t, uint32_t>, MacroId> macros;

  TypeId baseType();
  TypeId integerType(Sym enumName);
  TypeId arraySuffix(TypeId element);
  TypeId functionSuffix(TypeId result);
  TypeId alias();
  FileId file(FileId context);
  MacroId macro(FileId context);

  friend class ModuleParser;
};

// parse_functions.cpp: the header of the function under the stream's hand, and later its body.
struct FunctionSource {
  FuncId id;
  uint32_t body = 0;        // the token after the brace; 0: there is none
  bool saysDefined = false; // or undefined, against what having a body implies
};
FunctionSource parseHeader(ParseContext &context, FuncId id);
void parseBody(ParseContext &context, const FunctionSource &source);

} // namespace custody::ir
