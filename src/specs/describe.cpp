// Facts in words; the idea is told in describe.h.
#include "specs/describe.h"

#include "specs/printer.h"
#include "specs/store.h"

namespace custody::specs {

static std::string paramName(unsigned index, const FunctionSpec &spec) {
  if (index < spec.params.size() && !spec.params[index].name.empty())
    return spec.params[index].name;
  return "argument " + std::to_string(index + 1 - (spec.isMember ? 1 : 0));
}

std::string describe(const Place &place, const FunctionSpec &spec) {
  PlaceExpr expr;
  expr.path = place.path;
  expr.root = place.root == Place::Root::Return     ? "return"
              : place.root == Place::Root::Variadic ? "..."
                                                    : paramName(place.param, spec);
  return print(expr);
}

static std::string describe(const Condition &when, const FunctionSpec &spec) {
  std::string out;
  for (const Comparison &c : when)
    out += (out.empty() ? ", when " : " and ") + std::string(c.after ? "afterwards " : "") + describe(c.subject, spec) +
           " " + spelling(c.relation).str() + " " + (c.null ? "null" : std::to_string(c.value));
  return out;
}

static std::string ofFamily(const std::string &family) {
  return family.empty() ? "" : " of family " + family;
}

static std::string describe(Nullness null) {
  switch (null) {
  case Nullness::Unknown:
    return "";
  case Nullness::MayBeNull:
    return ", may be null";
  case Nullness::NeverNull:
    return ", never null";
  }
  return "";
}

static std::string freshOf(const std::string &family, const SpecStore *store) {
  const llvm::StringRef noun = store ? store->resourceNoun(family) : llvm::StringRef();
  const std::string what = store && store->isCounted(family) ? "a new reference"
                           : noun.empty()                    ? "fresh memory"
                                                             : "a fresh " + noun.str();
  return what + ofFamily(family);
}

static std::string describe(const Result &result, const FunctionSpec &spec, const SpecStore *store) {
  const std::string of = result.of ? describe(*result.of, spec) : "";
  std::string out;
  switch (result.kind) {
  case Result::Kind::Borrowed:
    out = "a pointer to what others own";
    break;
  case Result::Kind::Own:
    out = freshOf(result.family, store);
    break;
  case Result::Kind::Region:
    out = "fresh memory" + ofFamily(result.family) + " in the region " + (of.empty() ? "in force" : of);
    break;
  case Result::Kind::Alias:
    out = "the same pointer as " + of;
    break;
  case Result::Kind::Interior:
    out = "a pointer into " + of;
    break;
  case Result::Kind::Element:
    out = "an element that leaves " + of;
    break;
  }
  return out + describe(result.null) + describe(result.when, spec);
}

static std::string describeCall(const Effect &effect, const FunctionSpec &spec) {
  std::string out = "calls " + describe(effect.place, spec) + "(";
  for (size_t i = 0; i < effect.arguments.size(); ++i)
    out += (i ? ", " : "") + (effect.arguments[i] ? describe(*effect.arguments[i], spec) : std::string("_"));
  out += ")";
  return out + (effect.time == CallTime::Later ? " later" : effect.time == CallTime::AtExit ? " at exit" : "");
}

static std::string describeSet(const Effect &effect, const FunctionSpec &spec) {
  const std::string what = effect.toNull   ? "null"
                           : !effect.other ? "what others own"
                                           : (effect.interior ? "a pointer into " : "") + describe(*effect.other, spec);
  return "sets " + describe(effect.place, spec) + " to " + what + describe(effect.null);
}

static std::string describeVerb(const Effect &effect, const FunctionSpec &spec) {
  const std::string place = describe(effect.place, spec);
  const std::string other = effect.other ? describe(*effect.other, spec) : "";
  switch (effect.kind) {
  case Effect::Kind::Allocates:
    return "allocates " + place + ofFamily(effect.family) + describe(effect.null);
  case Effect::Kind::Frees:
    return "frees " + place + ofFamily(effect.family) + (effect.untilNull ? ", up to a null" : "");
  case Effect::Kind::Takes:
    return "takes ownership of " + place + ofFamily(effect.family) + (other.empty() ? "" : " into " + other);
  case Effect::Kind::Holds:
    return "keeps a reference to " + place + (other.empty() ? "" : " in " + other);
  case Effect::Kind::Retains:
    return "counts one more holder of " + place + ofFamily(effect.family);
  case Effect::Kind::Releases:
    return "counts one holder less of " + place + ofFamily(effect.family);
  case Effect::Kind::Reallocates:
    return "reallocates " + place + ofFamily(effect.family) +
           (effect.freesOnFailure ? ", frees it on failure" : ", keeps it on failure");
  case Effect::Kind::Copies:
    return "copies " + place + " to " + other;
  case Effect::Kind::Moves:
    return "moves " + place + " to " + other;
  case Effect::Kind::Clears:
    return "overwrites " + place + " with no pointers";
  case Effect::Kind::Sets:
    return describeSet(effect, spec);
  case Effect::Kind::Empties:
    return "releases everything in " + place;
  case Effect::Kind::Calls:
    return describeCall(effect, spec);
  case Effect::Kind::Inserts:
    return "inserts " + place + " into the container " + other;
  }
  return "";
}

std::string describe(const Origin &origin) {
  static const char *const words[] = {"user's specification", "attribute", "bundled model", "inferred"};
  std::string out = origin.file.empty()
                        ? ""
                        : origin.file + ":" + std::to_string(origin.line) + ":" + std::to_string(origin.column) + ", ";
  if (origin.authority != Authority::Attribute || origin.note.empty())
    out += words[static_cast<unsigned>(origin.authority)];
  if (!origin.note.empty())
    out += (origin.authority == Authority::Attribute ? "" : ", ") + origin.note;
  return out;
}

std::string describeFacts(const FunctionSpec &spec, const SpecStore *store) {
  std::string out;
  const auto line = [&out](const std::string &head, const std::string &text) {
    out += "  " + head + std::string(head.size() < 9 ? 9 - head.size() : 1, ' ') + text + "\n";
  };
  if (spec.noReturn)
    line("never", "returns to its caller");
  for (const Result &result : spec.results)
    line("result", describe(result, spec, store));
  for (const Effect &effect : spec.effects)
    line("effect", describeVerb(effect, spec) + describe(effect.when, spec));
  if (spec.results.empty() && spec.effects.empty() && !spec.noReturn)
    line("effect", "none: pointers are only borrowed");
  if (!spec.declaration.name.empty()) // attributes alone say nothing of types
    line("type", spec.signature.str());
  return out;
}

std::string describe(const FunctionSpec &spec, const SpecStore *store) {
  std::string out = spec.name + "\n";
  if (!spec.declaration.name.empty()) {
    const bool isAlias = print(spec.declaration.name) != spec.name;
    out += (isAlias ? "  as       " : "  ") + print(spec.declaration) + ";\n";
  }
  out += describeFacts(spec, store);
  for (const Origin &origin : spec.origins)
    out += "  from     " + describe(origin) + "\n";
  return out;
}

} // namespace custody::specs
