// From specifications to masks; the idea is told in library_model.h.
#include "program/library_model.h"
#include "llvm/ADT/StringSwitch.h"

namespace custody::program {

using specs::Effect;
using specs::FunctionSpec;
using specs::Place;
using specs::Result;
using specs::Step;

namespace {

constexpr unsigned MaskSize = 64;

uint64_t bit(unsigned argument) {
  return argument < MaskSize ? uint64_t(1) << argument : 0;
}

bool isArgument(const Place &place) {
  return place.root == Place::Root::Param && place.path.empty() && place.param < MaskSize;
}

// `*p`, or `p[]`: the elements of an array share a name.
bool isHeld(const Place &place) {
  return place.root == Place::Root::Param && place.path.size() == 1 && place.param < MaskSize &&
         (place.path[0].kind == Step::Kind::Deref || place.path[0].kind == Step::Kind::Element);
}

bool isHeldByResult(const Place &place) {
  return place.root == Place::Root::Return && place.path.size() == 1 && place.path[0].kind == Step::Kind::Deref;
}

// The offset of a field of what a parameter points to, as the program's own declaration of the function has it.
std::optional<uint32_t> offsetOf(const Program &program, ProgFuncId id, const Place &place) {
  const ir::Module &module = program.moduleOf(id);
  const ir::Function &function = program.function(id);
  ir::TypeId type = function.type;
  if (function.record || !type || place.param >= module[type].params.size())
    return std::nullopt; // a method's parameters are counted differently
  type = module[type].params[place.param];
  uint32_t offset = 0;
  for (const Step &step : place.path) {
    if (!type)
      return std::nullopt;
    const bool isFirst = &step == &place.path.front();
    if (step.kind == Step::Kind::Deref && isFirst && module[type].kind == ir::TypeKind::Pointer) {
      type = module[type].inner;
      continue;
    }
    if (step.kind != Step::Kind::Field || isFirst || module[type].kind != ir::TypeKind::Record)
      return std::nullopt;
    const ir::Record &record = module[module[type].record];
    auto field = llvm::find_if(record.fields, [&](const ir::Field &f) { return module.text(f.name) == step.field; });
    if (field == record.fields.end())
      return std::nullopt;
    offset += field->offsetBits / 8;
    type = field->type;
  }
  return offset;
}

class Translation {
public:
  Translation(const Program &program, ProgFuncId id, const FunctionSpec &spec) : program(program), id(id), spec(spec) {}

  LibraryEffect run() {
    out.noReturn = spec.noReturn;
    for (const Result &result : spec.results)
      add(result);
    for (const Effect &effect : spec.effects)
      add(effect);
    addWrites();
    return std::move(out);
  }

private:
  void add(const Result &result) {
    switch (result.kind) {
    case Result::Kind::Borrowed:
      out.returnsExternal = true;
      break;
    case Result::Kind::Own:
    case Result::Kind::Region:
      out.allocates = true;
      out.isFilled = !isRawMemory();
      break;
    case Result::Kind::Alias:
    case Result::Kind::Interior:
      addAlias(*result.of);
      break;
    case Result::Kind::Element: // what was inserted escaped
      out.returnsExternal = true;
      break;
    }
  }

  // Structures of a library have pointers in them that the program did not put there.
  bool isRawMemory() const {
    return llvm::StringSwitch<bool>(spec.returnType)
        .Cases("void *", "char *", "unsigned char *", "wchar_t *", "const char *", true)
        .Default(false);
  }

  void addAlias(const Place &of) {
    if (isArgument(of)) {
      out.returns |= bit(of.param);
    } else if (isHeld(of)) {
      out.returnsHeld |= bit(of.param);
    } else {
      widen(of);
      out.returnsExternal = true;
    }
  }

  // Anything may be done with what the argument leads to.
  void widen(const Place &place) {
    if (place.root == Place::Root::Param)
      out.keeps |= bit(place.param);
    else if (place.root == Place::Root::Variadic)
      out.keeps |= variadic();
  }

  uint64_t variadic() const { return spec.params.size() < MaskSize ? ~uint64_t(0) << spec.params.size() : 0; }

  void add(const Effect &effect) {
    switch (effect.kind) {
    case Effect::Kind::Frees:
    case Effect::Kind::Retains:
    case Effect::Kind::Releases:
    case Effect::Kind::Empties:
      break; // no pointer goes anywhere
    case Effect::Kind::Takes:
    case Effect::Kind::Holds:
    case Effect::Kind::Inserts:
      if (isHeld(effect.place))
        out.keepsHeld |= bit(effect.place.param);
      else
        widen(effect.place);
      break;
    case Effect::Kind::Allocates:
      if (isHeld(effect.place))
        out.allocatesInto |= bit(effect.place.param);
      else if (!effect.place.path.empty())
        widen(effect.place);
      break;
    case Effect::Kind::Reallocates:
      addReallocation(effect.place);
      break;
    case Effect::Kind::Clears:
      if (effect.place.root == Place::Root::Variadic)
        out.writes |= variadic();
      else if (effect.place.root == Place::Root::Param)
        out.writes |= bit(effect.place.param);
      break;
    case Effect::Kind::Copies:
    case Effect::Kind::Moves:
      addCopy(effect);
      break;
    case Effect::Kind::Sets:
      addSet(effect);
      break;
    case Effect::Kind::Calls:
      addCallback(effect);
      break;
    }
  }

  void addReallocation(const Place &place) {
    if (isArgument(place))
      out.reallocates = place.param;
    else if (isHeld(place))
      out.resizes |= bit(place.param);
    else
      widen(place);
  }

  // What moves is a value or all the bytes of an object; copying the bytes is right for both.
  void addCopy(const Effect &effect) {
    const Place &to = *effect.other;
    if (isHeld(effect.place) && (isHeld(to) || isHeldByResult(to))) {
      out.copies.push_back({isHeld(to) ? int(to.param) : -1, effect.place.param});
      return;
    }
    widen(effect.place);
    widen(to);
  }

  void addSet(const Effect &effect) {
    if (effect.toNull)
      return;
    const bool isKnown = effect.other && (isArgument(*effect.other) || isHeld(*effect.other));
    if (!isHeld(effect.place) || (effect.other && !isKnown)) {
      widen(effect.place);
      if (effect.other)
        widen(*effect.other);
    } else if (isKnown) {
      out.stores.push_back({effect.place.param, effect.other->param, isHeld(*effect.other)});
    } else {
      out.setsExternal |= bit(effect.place.param);
    }
  }

  void addCallback(const Effect &effect) {
    CallbackRule rule;
    rule.argument = effect.place.param;
    rule.isLater = effect.time != specs::CallTime::Now;
    if (!isArgument(effect.place)) {
      const std::optional<uint32_t> offset = offsetOf(program, id, effect.place);
      if (effect.place.root != Place::Root::Param || !offset) {
        widen(effect.place); // what escapes may be called
        return;
      }
      rule.inMemory = true;
      rule.offset = *offset;
    }
    for (const std::optional<Place> &argument : effect.arguments) {
      const bool isKnown = argument && isArgument(*argument);
      if (argument && !isKnown)
        widen(*argument);
      rule.passes.push_back(isKnown ? int(argument->param) : CallbackRule::Unknown);
    }
    out.callbacks.push_back(std::move(rule));
  }

  void addWrites() {
    for (unsigned i = 0; i < spec.params.size(); ++i) {
      const specs::ParamInfo &param = spec.params[i];
      const bool isFreed = spec.effectOn(i, Effect::Kind::Frees); // nobody looks at it afterwards
      if (param.isPointer && !param.isConstPointee && !param.isFunction && !isFreed && !isOpaque(i))
        out.writes |= bit(i);
    }
    addUnspokenOuts();
    // After a format or the first of a list of strings they are read; after a request (ioctl) who knows.
    const bool isRead = !spec.params.empty() && spec.params.back().isPointer && spec.params.back().isConstPointee;
    if (spec.variadic && !isRead)
      out.writes |= variadic();
  }

  // `T **p` of which nothing is said is seldom set; if it is, then to what the library owns.
  void addUnspokenOuts() {
    for (unsigned i = 0; i < spec.params.size(); ++i) {
      const specs::ParamInfo &param = spec.params[i];
      const bool isSpokenOf = llvm::any_of(
          spec.effects, [&](const Effect &e) { return e.place.root == Place::Root::Param && e.place.param == i; });
      if (llvm::StringRef(param.type).ends_with("**") && !param.isConstPointee && !isSpokenOf)
        out.setsExternal |= bit(i);
    }
  }

  // A structure that only the library looks into: what it writes there nobody sees.
  bool isOpaque(unsigned index) const {
    llvm::StringRef type = spec.params[index].type;
    if (type == "FILE *" || type == "DIR *") // complete in headers, and still nobody's business
      return true;
    const ir::Module &module = program.moduleOf(id);
    const ir::Function &function = program.function(id);
    if (function.record || !function.type || index >= module[function.type].params.size())
      return false;
    const ir::Type &param = module[module[function.type].params[index]];
    if (param.kind != ir::TypeKind::Pointer || !param.inner || module[param.inner].kind != ir::TypeKind::Record)
      return false;
    return !program.record(program.resolve(id, module[param.inner].record)).isComplete;
  }

  const Program &program;
  ProgFuncId id;
  const FunctionSpec &spec;
  LibraryEffect out;
};

} // namespace

LibraryModel::LibraryModel(const Program &program, const FunctionSpecs &specs)
    : byFunction(program.numFunctions(), None) {
  for (uint32_t f = 0; f < program.numFunctions(); ++f) {
    const ProgFuncId id(f);
    const FunctionSpec *spec = program.hasBody(id) ? nullptr : specs.find(id);
    if (!spec || spec->partial)
      continue;
    byFunction[f] = effects.size();
    effects.push_back(Translation(program, id, *spec).run());
  }
}

} // namespace custody::program
