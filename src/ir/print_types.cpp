#include "ir/print_text.h"
#include "ir/words.h"

namespace custody::ir {

void Abbreviations::add(uint32_t node, llvm::ArrayRef<uint32_t> children, bool isCandidate) {
  uint32_t height = 0;
  uint32_t size = 1;
  for (uint32_t child : children) {
    bool isInline = child < node && !numbers[child];
    height = std::max(height, isInline ? heights[child] : 0);
    size += isInline ? sizes[child] : 1;
  }
  heights[node] = height + 1;
  sizes[node] = size;
  if (isCandidate && (height + 1 > MaxHeight || size > MaxSize))
    numbers[node] = ++last;
}

TypeText::TypeText(const Module &module, const ModuleNames &names)
    : module(module), names(names), shorts(module.types.size()) {
  llvm::SmallVector<uint32_t, 8> children;
  for (uint32_t i = 0; i != module.types.size(); ++i) {
    const Type &type = module.types[i];
    children.clear();
    if (type.inner)
      children.push_back(type.inner.index);
    for (TypeId param : type.params)
      children.push_back(param.index);
    shorts.add(i, children);
  }
}

void TypeText::aliases(llvm::raw_ostream &os) const {
  if (!shorts.count())
    return;
  for (uint32_t i = 0; i != module.types.size(); ++i) {
    if (!shorts.number(i))
      continue;
    os << "type #" << shorts.number(i) << " = ";
    definition(os, TypeId(i));
    os << '\n';
  }
}

void TypeText::write(llvm::raw_ostream &os, TypeId id) const {
  if (uint32_t number = shorts.number(id.index))
    os << "type #" << number;
  else if (id.index < module.types.size())
    definition(os, id);
  else
    os << '?';
}

// The inner type comes first, so that suffixes read from left to right; see array() for the exception.
void TypeText::definition(llvm::raw_ostream &os, TypeId id) const {
  const Type &type = module[id];
  auto inner = [&] { write(os, type.inner < id ? type.inner : TypeId()); };
  switch (type.kind) {
  case TypeKind::Void:
    os << "void";
    return;
  case TypeKind::Int:
    integer(os, type);
    return;
  case TypeKind::Float:
    if (type.bits == 64)
      os << "double";
    else if (type.bits == 32)
      os << "float";
    else
      os << "float" << type.bits;
    return;
  case TypeKind::Pointer:
    inner();
    os << (type.innerConst ? " const" : "") << (type.isRvalue ? "&&" : type.isReference ? "&" : "*");
    return;
  case TypeKind::Array:
    array(os, id);
    return;
  case TypeKind::Record:
    if (type.record.index >= module.records.size()) {
      os << '?';
      return;
    }
    os << word(module[type.record].kind) << ' ';
    writeHandle(os, module, names.of(type.record));
    return;
  case TypeKind::Function:
    inner();
    function(os, id);
    return;
  case TypeKind::MemberPointer:
    inner();
    os << " ::*";
    if (type.record.index < module.records.size())
      writeHandle(os, module, names.of(type.record));
    else
      os << '?';
    return;
  case TypeKind::Opaque:
    os << "opaque ";
    if (type.name)
      writeName(os, module.text(type.name));
    os << ':' << type.count;
    return;
  }
}

void TypeText::integer(llvm::raw_ostream &os, const Type &type) const {
  if (type.name) {
    os << "enum ";
    writeName(os, module.text(type.name));
    os << ':';
  }
  if (type.bits == 1 && !type.isSigned) {
    os << "bool";
    return;
  }
  os << (type.isSigned ? "" : "u");
  switch (type.bits) {
  case 8:
    os << "char";
    break;
  case 16:
    os << "short";
    break;
  case 32:
    os << "int";
    break;
  case 64:
    os << "long";
    break;
  default:
    os << "int" << type.bits;
  }
}

// As in C, `int[2][3]` is two times three integers: the outermost array's bound stands first. Abbreviated and ordinary
// element types end the row of bounds.
void TypeText::array(llvm::raw_ostream &os, TypeId id) const {
  llvm::SmallVector<uint64_t, 4> bounds;
  while (true) {
    const Type &type = module[id];
    bounds.push_back(type.count);
    TypeId inner = type.inner < id ? type.inner : TypeId();
    id = inner;
    if (!id || shorts.number(id.index) || module[id].kind != TypeKind::Array)
      break;
  }
  write(os, id);
  for (uint64_t bound : bounds) {
    os << '[';
    if (bound)
      os << bound;
    os << ']';
  }
}

void TypeText::function(llvm::raw_ostream &os, TypeId id) const {
  os << '(';
  llvm::ListSeparator comma;
  for (TypeId param : module[id].params) {
    os << comma;
    write(os, param < id ? param : TypeId());
  }
  if (module[id].isVariadic)
    os << comma << "...";
  os << ')';
}

void writeOptionalName(llvm::raw_ostream &os, const Module &module, Sym name) {
  if (!name)
    os << "none";
  else if (module.text(name) == "none")
    os << "\"none\"";
  else
    writeName(os, module.text(name));
}

void writeCause(llvm::raw_ostream &os, const Module &module, Sym cause) {
  if (cause)
    writeQuoted(os, module.text(cause));
  else
    os << "none";
}

static void writePosition(llvm::raw_ostream &os, const Module &module, FileId file, uint32_t line, uint32_t column,
                          FileId context) {
  os << '@';
  if (file != context) {
    if (file)
      writeQuoted(os, module.fileName(file));
    else
      os << '?';
    os << ':';
  }
  os << line << ':' << column;
}

void writeLoc(llvm::raw_ostream &os, const Module &module, const Loc &loc, FileId context) {
  if (loc == Loc())
    return;
  os << ' ';
  writePosition(os, module, loc.file, loc.line, loc.column, context);
  if (!loc.macro)
    return;
  const Macro &macro = module[loc.macro];
  os << '{';
  writeOptionalName(os, module, macro.name);
  os << ' ';
  writePosition(os, module, macro.file, macro.line, macro.column, context);
  os << '}';
}

} // namespace custody::ir
