// Overloads and template patterns; the idea is told in match.h.
#include "specs/match.h"

#include "specs/parse_parts.h"
#include "specs/signature.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace custody::specs {

static llvm::StringRef canonicalScalar(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases("size_t", "std::size_t", "unsigned long int", "unsigned long")
      .Cases("unsigned", "unsigned int", "unsigned int")
      .Cases("ssize_t", "ptrdiff_t", "std::ptrdiff_t", "long int", "long")
      .Default(name);
}

static SourceRef sourceOf(llvm::StringRef text) {
  return std::make_shared<SourceFile>("", text);
}

static std::optional<CType> readType(llvm::StringRef text) {
  const SourceRef source = sourceOf(text);
  Cursor cursor(source, 0, static_cast<Offset>(text.size()));
  auto type = parseType(cursor, 0);
  return type && cursor.atEnd() ? type : std::nullopt;
}

static std::optional<std::vector<NameSegment>> readName(llvm::StringRef text) {
  const SourceRef source = sourceOf(text);
  Cursor cursor(source, 0, static_cast<Offset>(text.size()));
  return parseName(cursor, 0);
}

namespace {
class Unifier {
public:
  explicit Unifier(const Vocabulary &known) : vocabulary(known) {}

  // Points for each level that agrees; nothing when the types differ.
  std::optional<unsigned> unify(const CType &pattern, const CType &actual) {
    if (isVariable(pattern, vocabulary))
      return 1;
    if (pattern.kind != actual.kind)
      return std::nullopt;
    if (pattern.kind == CType::Kind::Name)
      return unifyNames(pattern, actual);
    if (pattern.kind == CType::Kind::Function)
      return 1;
    // What a pointer or reference points to may be const in one overload and not in the other.
    const CType &inner = pattern.arguments[0];
    if (inner.isConst != actual.arguments[0].isConst)
      return std::nullopt;
    const auto points = unify(inner, actual.arguments[0]);
    return points ? std::optional(*points + 2) : std::nullopt;
  }

private:
  std::optional<unsigned> unifyNames(const CType &pattern, const CType &actual) {
    if (canonicalScalar(nameKey(pattern.name)) != canonicalScalar(nameKey(actual.name)))
      return std::nullopt;
    unsigned points = 2;
    for (size_t i = 0; i < pattern.arguments.size() && i < actual.arguments.size(); ++i) {
      const auto inner = unify(pattern.arguments[i], actual.arguments[i]);
      if (!inner)
        return std::nullopt;
      points += *inner;
    }
    return points;
  }

  const Vocabulary &vocabulary;
};
} // namespace

static std::optional<unsigned> matchClass(const FunctionDecl &pattern, Unifier &unifier, const FunctionQuery &query) {
  if (!llvm::StringRef(query.name).contains('<'))
    return 0;
  const auto name = readName(query.name);
  if (!name || name->size() < 2 || pattern.name.size() < 2)
    return 0;
  const std::vector<CType> &wanted = pattern.name[pattern.name.size() - 2].arguments;
  const std::vector<CType> &given = (*name)[name->size() - 2].arguments;
  unsigned points = 0;
  for (size_t i = 0; i < wanted.size() && i < given.size(); ++i) {
    const auto inner = unifier.unify(wanted[i], given[i]);
    if (!inner)
      return std::nullopt;
    points += *inner;
  }
  return points;
}

// `vector(first, last)` has a third parameter that nobody writes: the allocator.
static llvm::ArrayRef<std::string> withoutAllocator(llvm::ArrayRef<std::string> types, size_t wanted) {
  const bool isOneMore = types.size() == wanted + 1;
  return isOneMore && llvm::StringRef(types.back()).starts_with("std::allocator<") ? types.drop_back() : types;
}

unsigned matchScore(const FunctionDecl &pattern, const Vocabulary &vocabulary, const FunctionQuery &query) {
  Unifier unifier(vocabulary);
  const auto classPoints = matchClass(pattern, unifier, query);
  if (!classPoints)
    return 0;
  unsigned score = 1 + *classPoints;
  if (!query.paramTypes)
    return score;
  const bool overloadable = pattern.name.size() > 1 || pattern.name.back().identifier.starts_with("operator");
  const llvm::ArrayRef<std::string> types = withoutAllocator(*query.paramTypes, pattern.params.size());
  const bool sameCount = pattern.params.size() == types.size() || pattern.variadic;
  if (overloadable && !sameCount)
    return 0;
  // C has no overloads: the name decides, whatever a K&R prototype says. But two libraries may use one name, and then
  // the better fit is meant.
  score += sameCount ? 1 : 0;
  for (size_t i = 0; sameCount && i < pattern.params.size() && i < types.size(); ++i) {
    const auto actual = readType(types[i]);
    if (!actual) { // a lambda's has no name that could be read: rather a template's parameter than another type
      score += isVariable(stripReference(pattern.params[i].type), vocabulary) ? 1 : 0;
      continue;
    }
    const auto points = unifier.unify(pattern.params[i].type, *actual);
    if (!points && overloadable)
      return 0;
    score += points.value_or(0);
  }
  return score;
}

} // namespace custody::specs
