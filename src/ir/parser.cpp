#include "ir/parser.h"
#include "ir/parse_context.h"
#include "ir/references.h"

namespace custody::ir {

class ModuleParser {
public:
  ModuleParser(llvm::StringRef text, llvm::StringRef fileName)
      : context(text, fileName), stream(context.stream), module(context.module), fileName(fileName) {}

  llvm::Expected<Module> run() {
    collectNames();
    for (ItemKind kind : {ItemKind::Header, ItemKind::File, ItemKind::TypeAlias, ItemKind::Record, ItemKind::Global,
                          ItemKind::Function, ItemKind::Startup, ItemKind::Shutdown})
      for (const Item &item : items)
        if (item.kind == kind && !stream.failed())
          declaration(item);
    for (const FunctionSource &source : functions) {
      parseBody(context, source);
      Function &function = module.functions[source.id.index];
      function.isDefined = function.blocks.empty() == source.saysDefined;
    }
    if (stream.failed())
      return llvm::createStringError(stream.message());
    if (auto fault = findBrokenReference(module))
      return llvm::createStringError(fileName + ": error: " + *fault);
    return std::move(module);
  }

private:
  enum class ItemKind : uint8_t { Header, File, TypeAlias, Record, Global, Function, Startup, Shutdown };

  struct Item {
    ItemKind kind;
    uint32_t start = 0; // the token after the first word
    uint32_t index = 0; // in its table
    RecordKind recordKind = RecordKind::Struct;
  };

  ParseContext context;
  TokenStream &stream;
  Module &module;
  llvm::StringRef fileName;
  std::vector<Item> items;
  std::vector<FunctionSource> functions;

  // Pass 1.

  void collectNames() {
    while (!stream.failed() && !stream.atEnd()) {
      std::optional<Item> item = start();
      if (!item) {
        stream.expected("'module', 'file', 'type', 'startup', 'shutdown', a record, 'global' or 'function'");
        return;
      }
      item->start = stream.where();
      name(*item);
      items.push_back(*item);
      skipItem();
    }
  }

  std::optional<Item> start() {
    if (auto kind = stream.acceptOneOf<RecordKind>())
      return Item{ItemKind::Record, 0, 0, *kind};
    static constexpr std::pair<llvm::StringLiteral, ItemKind> Starts[] = {
        {"module", ItemKind::Header},    {"file", ItemKind::File},         {"type", ItemKind::TypeAlias},
        {"global", ItemKind::Global},    {"function", ItemKind::Function}, {"startup", ItemKind::Startup},
        {"shutdown", ItemKind::Shutdown}};
    for (const auto &[word, kind] : Starts)
      if (stream.acceptWord(word))
        return Item{kind, 0, 0, {}};
    return std::nullopt;
  }

  void name(Item &item) {
    if (item.kind != ItemKind::Record && item.kind != ItemKind::Global && item.kind != ItemKind::Function)
      return;
    uint32_t offset = stream.peek().begin;
    TextHandle handle = stream.handle("a name");
    bool isFree = false;
    if (item.kind == ItemKind::Record) {
      item.index = module.records.size();
      isFree = context.records.add(handle, RecordId(item.index));
      module.records.emplace_back().kind = item.recordKind;
    } else if (item.kind == ItemKind::Global) {
      item.index = module.globals.size();
      isFree = context.symbols.add(handle, {GlobalId(item.index), FuncId()});
      module.globals.emplace_back();
    } else {
      item.index = module.functions.size();
      isFree = context.symbols.add(handle, {GlobalId(), FuncId(item.index)});
      module.functions.emplace_back();
    }
    if (!isFree)
      stream.failAt(offset, "the name " + context.describe(handle) + " is taken");
  }

  // To the first token of the next line that is outside braces.
  void skipItem() {
    int depth = 0;
    while (!stream.atEnd() && !(depth <= 0 && stream.peek().startsLine)) {
      depth += stream.at("{");
      depth -= stream.at("}");
      stream.advance();
    }
  }

  // Pass 2.

  void declaration(const Item &item) {
    stream.goTo(item.start);
    switch (item.kind) {
    case ItemKind::Header:
      return header();
    case ItemKind::File:
      return file();
    case ItemKind::TypeAlias:
      return typeAlias();
    case ItemKind::Record:
      return record(item.index);
    case ItemKind::Global:
      return global(module.globals[item.index]);
    case ItemKind::Function:
      functions.push_back(parseHeader(context, FuncId(item.index)));
      return;
    case ItemKind::Startup:
      module.startup.push_back(context.function());
      return stream.expectLineEnd();
    case ItemKind::Shutdown:
      module.shutdown.push_back(context.function());
      return stream.expectLineEnd();
    }
  }

  void header() {
    module.name = stream.quotedText("the name of the module");
    if (stream.acceptWord("pointer-size"))
      module.pointerSize = stream.number("the size of a pointer", 64);
    stream.expectLineEnd();
  }

  void file() {
    Sym name = module.strings.intern(stream.quotedText("the name of a file"));
    FileId id(module.files.size());
    if (!context.files.try_emplace(name, id).second)
      stream.fail("this file is there already");
    module.files.push_back(name);
    stream.expectLineEnd();
  }

  void typeAlias() {
    stream.expect("#");
    if (stream.number("the number of the type", UINT32_MAX) != context.typeAliases.size() + 1)
      stream.fail("types are numbered from 1 on, without gaps");
    stream.expect("=");
    TypeId type = context.type();
    context.typeAliases.push_back(type);
    stream.expectLineEnd();
  }

  Access access() { return stream.acceptOneOf<Access>().value_or(Access::Public); }

  void record(uint32_t index) {
    Record record;
    record.kind = module.records[index].kind;
    record.name = stream.handle("the name of the record").name;
    if (stream.acceptWord("template"))
      record.templateName = stream.name("the name of the template");
    if (stream.acceptWord("size"))
      record.size = stream.number("the size of the record", UINT64_MAX);
    record.isComplete = !stream.acceptWord("incomplete");
    record.isPolymorphic = stream.acceptWord("polymorphic");
    record.isSystem = stream.acceptWord("system");
    record.isLambda = stream.acceptWord("lambda");
    record.copyConstructor = copyOperation("copy-constructor");
    record.copyAssignment = copyOperation("copy-assignment");
    record.destructor = copyOperation("destructor");
    record.loc = context.loc(context.mainFile());
    if (!stream.peek().startsLine && stream.accept("{")) {
      while (!stream.failed() && !stream.at("}"))
        memberOf(record);
      stream.expect("}");
    }
    stream.expectLineEnd();
    module.records[index] = std::move(record);
  }

  CopyOperation copyOperation(llvm::StringRef title) {
    if (!stream.acceptWord(title))
      return CopyOperation::None;
    return stream.expectOneOf<CopyOperation>("'implicit', 'defaulted', 'user' or 'deleted'");
  }

  void memberOf(Record &record) {
    if (stream.acceptWord("field"))
      record.fields.push_back(field());
    else if (stream.acceptWord("base"))
      record.bases.push_back(base());
    else if (stream.acceptWord("method"))
      record.methods.push_back(method());
    else if (stream.acceptWord("argument"))
      record.templateArgs.push_back(templateArg());
    else
      stream.expected("'field', 'base', 'method', 'argument' or '}'");
    stream.expectLineEnd();
  }

  Field field() {
    Field field;
    if (!stream.at(":"))
      field.name = stream.name("the name of the field");
    stream.expect(":");
    field.type = context.type();
    stream.expectWord("at");
    field.offsetBits = 8 * stream.number("the offset", UINT64_MAX / 8);
    if (stream.accept("+"))
      field.offsetBits += stream.number("bits of the offset", 7);
    if (stream.acceptWord("bits"))
      field.bitWidth = stream.number32("the width of the bit-field");
    field.access = access();
    field.isMutable = stream.acceptWord("mutable");
    return field;
  }

  BaseClass base() {
    BaseClass base;
    base.record = context.record();
    stream.expectWord("at");
    base.offset = stream.number("the offset", UINT64_MAX);
    base.isVirtual = stream.acceptWord("virtual");
    base.access = access();
    return base;
  }

  Method method() {
    Method method;
    method.function = context.function();
    if (stream.acceptWord("slot"))
      method.slot = int32_t(stream.signedNumber("the slot"));
    method.isPure = stream.acceptWord("pure");
    method.access = access();
    while (stream.acceptWord("overrides"))
      method.overrides.push_back(context.function());
    return method;
  }

  TemplateArg templateArg() {
    TemplateArg argument;
    argument.type = context.type();
    if (!stream.atLineEnd())
      argument.text = module.strings.intern(stream.quotedText("how the source spells it"));
    return argument;
  }

  void global(Global &global) {
    global.linkName = global.sourceName = stream.handle("the name of the global").name;
    stream.expect(":");
    global.type = context.type();
    if (stream.acceptWord("source"))
      global.sourceName = stream.optionalName("the source name");
    global.size = stream.acceptWord("size") ? stream.number("the size", UINT64_MAX) : sizeOf(module, global.type);
    global.linkage = stream.acceptOneOf<Linkage>().value_or(Linkage::External);
    global.isDefined = !stream.acceptWord("undefined");
    global.isConstant = stream.acceptWord("constant");
    global.isThreadLocal = stream.acceptWord("thread-local");
    if (stream.acceptWord("alias-of"))
      global.aliasOf = context.global();
    global.loc = context.loc(context.mainFile());
    if (!stream.peek().startsLine && stream.accept("=")) {
      global.isInitKnown = !stream.acceptWord("unknown");
      stream.expect("{");
      while (!stream.failed() && !stream.at("}"))
        global.init.push_back(initValue());
      stream.expect("}");
    }
    stream.expectLineEnd();
  }

  InitValue initValue() {
    InitValue value;
    stream.expectWord("at");
    value.offset = stream.number("the offset", UINT64_MAX);
    stream.expectWord("size");
    value.size = stream.number32("the size");
    stream.expect(":");
    if (stream.accept("::")) {
      Symbol symbol = context.symbol();
      value.kind = symbol.function ? InitKind::FuncAddr : InitKind::GlobalAddr;
      value.entity = symbol.function ? symbol.function.index : symbol.global.index;
      if (symbol.global && stream.accept("+"))
        value.value = stream.signedNumber("the addend");
    } else if (stream.peek().kind == TokenKind::Name) {
      value.kind = InitKind::Text;
      value.entity = module.strings.intern(stream.quotedText("a text")).index;
    } else {
      value.value = stream.signedNumber("a number, an address or a text");
    }
    stream.expectLineEnd();
    return value;
  }
};

llvm::Expected<Module> parse(llvm::StringRef text, llvm::StringRef fileName) {
  return ModuleParser(text, fileName).run();
}

} // namespace custody::ir
