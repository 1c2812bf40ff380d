#include "ir/printer.h"
#include "ir/print_text.h"
#include "ir/words.h"
#include <optional>

namespace custody::ir {
namespace {

class ModuleText {
public:
  ModuleText(const Module &module, const ModuleNames &names, const TypeText &types, PrintOptions options)
      : module(module), names(names), types(types), options(options) {}

  void write(llvm::raw_ostream &os) const {
    os << "module ";
    writeQuoted(os, module.name);
    os << " pointer-size " << module.pointerSize << '\n';
    for (Sym file : module.files) {
      os << "file ";
      writeQuoted(os, module.text(file));
      os << '\n';
    }
    types.aliases(os);
    functions(os, "startup", module.startup);
    functions(os, "shutdown", module.shutdown);
    for (uint32_t i = 0; i != module.records.size(); ++i)
      record(os, RecordId(i));
    if (!module.globals.empty())
      os << '\n';
    for (uint32_t i = 0; i != module.globals.size(); ++i)
      global(os, GlobalId(i));
    for (const Function &function : module.functions) {
      os << '\n';
      FunctionText(module, names, types, function, options).write(os);
    }
  }

private:
  const Module &module;
  const ModuleNames &names;
  const TypeText &types;
  PrintOptions options;

  void functions(llvm::raw_ostream &os, llvm::StringRef title, llvm::ArrayRef<FuncId> list) const {
    for (FuncId function : list) {
      os << title << ' ';
      writeHandle(os, module, names.of(function));
      os << '\n';
    }
  }

  void loc(llvm::raw_ostream &os, const Loc &loc) const {
    if (options.locs)
      writeLoc(os, module, loc, mainFile(module));
  }

  void access(llvm::raw_ostream &os, Access access) const {
    if (access != Access::Public)
      os << ' ' << word(access);
  }

  void record(llvm::raw_ostream &os, RecordId id) const {
    const Record &record = module[id];
    os << '\n' << word(record.kind) << ' ';
    writeHandle(os, module, names.of(id));
    if (record.templateName) {
      os << " template ";
      writeName(os, module.text(record.templateName));
    }
    if (record.size)
      os << " size " << record.size;
    os << (record.isComplete ? "" : " incomplete") << (record.isPolymorphic ? " polymorphic" : "")
       << (record.isSystem ? " system" : "") << (record.isLambda ? " lambda" : "");
    copyOperation(os, "copy-constructor", record.copyConstructor);
    copyOperation(os, "copy-assignment", record.copyAssignment);
    copyOperation(os, "destructor", record.destructor);
    loc(os, record.loc);
    if (record.templateArgs.empty() && record.bases.empty() && record.fields.empty() && record.methods.empty()) {
      os << '\n';
      return;
    }
    os << " {\n";
    for (const TemplateArg &argument : record.templateArgs)
      templateArg(os, argument);
    for (const BaseClass &base : record.bases)
      baseClass(os, base);
    for (const Field &member : record.fields)
      field(os, member);
    for (const Method &member : record.methods)
      method(os, member);
    os << "}\n";
  }

  void copyOperation(llvm::raw_ostream &os, llvm::StringRef title, CopyOperation operation) const {
    if (operation != CopyOperation::None)
      os << ' ' << title << ' ' << word(operation);
  }

  void templateArg(llvm::raw_ostream &os, const TemplateArg &argument) const {
    os << "  argument ";
    types.write(os, argument.type);
    if (argument.text) {
      os << ' ';
      writeQuoted(os, module.text(argument.text));
    }
    os << '\n';
  }

  void baseClass(llvm::raw_ostream &os, const BaseClass &base) const {
    os << "  base ";
    writeHandle(os, module, names.of(base.record));
    os << " at " << base.offset << (base.isVirtual ? " virtual" : "");
    access(os, base.access);
    os << '\n';
  }

  void field(llvm::raw_ostream &os, const Field &field) const {
    os << "  field ";
    if (field.name)
      writeName(os, module.text(field.name));
    os << ": ";
    types.write(os, field.type);
    os << " at " << field.offsetBits / 8;
    if (field.offsetBits % 8)
      os << '+' << field.offsetBits % 8;
    if (field.bitWidth)
      os << " bits " << field.bitWidth;
    access(os, field.access);
    os << (field.isMutable ? " mutable" : "") << '\n';
  }

  void method(llvm::raw_ostream &os, const Method &method) const {
    os << "  method ";
    writeHandle(os, module, names.of(method.function));
    if (method.slot != -1)
      os << " slot " << method.slot;
    os << (method.isPure ? " pure" : "");
    access(os, method.access);
    for (FuncId overridden : method.overrides) {
      os << " overrides ";
      writeHandle(os, module, names.of(overridden));
    }
    os << '\n';
  }

  void global(llvm::raw_ostream &os, GlobalId id) const {
    const Global &global = module[id];
    os << "global ";
    writeHandle(os, module, names.of(id));
    os << ": ";
    types.write(os, global.type);
    if (global.sourceName != global.linkName) {
      os << " source ";
      writeOptionalName(os, module, global.sourceName);
    }
    if (global.size != sizeOf(module, global.type))
      os << " size " << global.size;
    if (global.linkage != Linkage::External)
      os << ' ' << word(global.linkage);
    os << (global.isDefined ? "" : " undefined") << (global.isConstant ? " constant" : "")
       << (global.isThreadLocal ? " thread-local" : "");
    if (global.aliasOf) {
      os << " alias-of ";
      writeHandle(os, module, names.of(global.aliasOf));
    }
    loc(os, global.loc);
    if (global.isInitKnown || !global.init.empty())
      os << " =" << (global.isInitKnown ? "" : " unknown") << (global.init.empty() ? " {}" : " {\n");
    for (const InitValue &value : global.init)
      initValue(os, value);
    os << (global.init.empty() ? "\n" : "}\n");
  }

  void initValue(llvm::raw_ostream &os, const InitValue &value) const {
    os << "  at " << value.offset << " size " << value.size << ": ";
    switch (value.kind) {
    case InitKind::Int:
      os << value.value;
      break;
    case InitKind::FuncAddr:
      os << "::";
      writeHandle(os, module, names.of(FuncId(value.entity)));
      break;
    case InitKind::GlobalAddr:
      os << "::";
      writeHandle(os, module, names.of(GlobalId(value.entity)));
      if (value.value)
        os << " + " << value.value;
      break;
    case InitKind::Text:
      writeQuoted(os, module.text(Sym(value.entity)));
      break;
    }
    os << '\n';
  }
};

} // namespace

struct Printer::State {
  const Module &module;
  PrintOptions options;
  ModuleNames names;
  TypeText types;
  FuncId current; // whose tables `text` has
  std::optional<FunctionText> text;

  State(const Module &module, PrintOptions options)
      : module(module), options(options), names(module), types(module, names) {}

  const FunctionText &of(FuncId id) {
    if (!text || current != id)
      text.emplace(module, names, types, module[id], options);
    current = id;
    return *text;
  }
};

Printer::Printer(const Module &module, PrintOptions options) : state(std::make_unique<State>(module, options)) {}
Printer::~Printer() = default;

void Printer::module(llvm::raw_ostream &os) {
  ModuleText(state->module, state->names, state->types, state->options).write(os);
}

void Printer::function(llvm::raw_ostream &os, FuncId id) {
  state->of(id).write(os);
}

void Printer::stmt(llvm::raw_ostream &os, FuncId id, StmtId stmt) {
  state->of(id).stmt(os, stmt);
}

void Printer::expr(llvm::raw_ostream &os, FuncId id, ExprId expr) {
  state->of(id).expressions().value(os, expr);
}

void Printer::type(llvm::raw_ostream &os, TypeId type) {
  state->types.write(os, type);
}

std::string Printer::stmt(FuncId id, StmtId stmtId) {
  std::string text;
  llvm::raw_string_ostream os(text);
  stmt(os, id, stmtId);
  return text;
}

std::string Printer::expr(FuncId id, ExprId exprId) {
  std::string text;
  llvm::raw_string_ostream os(text);
  expr(os, id, exprId);
  return text;
}

std::string Printer::type(TypeId typeId) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type(os, typeId);
  return text;
}

void print(llvm::raw_ostream &os, const Module &module, PrintOptions options) {
  Printer(module, options).module(os);
}

std::string toText(const Module &module, PrintOptions options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, module, options);
  return text;
}

} // namespace custody::ir
