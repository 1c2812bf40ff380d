// The paper's stack: figure 5 gives exactly figure 4.
#include "specs/signature.h"

#include "specs/meaning.h"
#include "specs/parser.h"
#include "specs/printer.h"
#include "gtest/gtest.h"

namespace custody::specs {

static const char *const figure5 = R"(
type T;

container stack<T> {
  own T * elem;
};

own stack<T> *stack_alloc();
void stack_push(ref stack<T> *s, T e);
T stack_pop(ref stack<T> *s);
void stack_free(own stack<T> *s)
  where { ref_type(T) };
void stack_free_all(own stack<T> *s,
                    void (*f)(T));
)";

struct Parsed {
  Vocabulary vocabulary;
  SourceRef source;
  std::vector<FunctionDecl> functions;
};

static Parsed parsed(const std::string &text) {
  Parsed out;
  auto source = std::make_shared<SourceFile>("t.own", text);
  const ParseResult result = parse(source);
  EXPECT_EQ(render(result.diagnostics), "");
  introduceAll(result.declarations, out.vocabulary);
  for (const Declaration &declaration : result.declarations)
    if (const auto *function = std::get_if<FunctionDecl>(&declaration))
      out.functions.push_back(*function);
  out.source = source;
  return out;
}

static std::string signatures(const std::string &text) {
  const Parsed p = parsed(text);
  std::string out;
  for (const FunctionDecl &function : p.functions)
    out += print(function.name) + " " + signatureOf(function, p.vocabulary).str() + "\n";
  return out;
}

TEST(Signature, figure5GivesFigure4) {
  EXPECT_EQ(signatures(figure5), "stack_alloc (unit → ptr1 stack⟨α⟩)\n"
                                 "stack_push (ptr0 stack⟨α⟩ × α → unit)\n"
                                 "stack_pop (ptr0 stack⟨α⟩ → α)\n"
                                 "stack_free (ptr1 stack⟨α⟩ → unit) where non-own(α)\n"
                                 "stack_free_all (ptr1 stack⟨α⟩ × (α → unit) → unit)\n");
}

TEST(Signature, figure4AsValues) {
  const Parsed p = parsed(figure5);
  const Type alpha = Type::variable(0);
  const Type owned = Type::pointer(Ownership::one(), Type::container("stack", {alpha}));
  const Type borrowed = Type::pointer(Ownership::zero(), Type::container("stack", {alpha}));
  const Signature expected[] = {
      {Type::function(Type::unit(), owned), {}},
      {Type::function(Type::product({borrowed, alpha}), Type::unit()), {}},
      {Type::function(borrowed, alpha), {}},
      {Type::function(owned, Type::unit()), {{TypeConstraint::Kind::NonOwning, {alpha}}}},
      {Type::function(Type::product({owned, Type::function(alpha, Type::unit())}), Type::unit()), {}},
  };
  ASSERT_EQ(p.functions.size(), 5U);
  for (size_t i = 0; i < 5; ++i)
    EXPECT_TRUE(signatureOf(p.functions[i], p.vocabulary) == expected[i]) << print(p.functions[i].name);
}

TEST(Signature, containerFieldOfSection41) {
  const Parsed p = parsed(figure5);
  const Container &stack = p.vocabulary.containers->find("stack")->second;
  ASSERT_EQ(stack.fields.size(), 1U);
  EXPECT_EQ(stack.fields[0].name, "elem");
  EXPECT_EQ(stack.fields[0].type.str(), "ptr1 α"); // stack⟨α⟩ { elem : ptr1 α }
}

TEST(Signature, factsOfTheStackForEnginesThatFollowObjects) {
  const Parsed p = parsed(figure5);
  Diagnostics diagnostics;
  std::vector<FunctionSpec> specs;
  for (const FunctionDecl &function : p.functions)
    specs.push_back(*meaningOf(function, p.vocabulary, p.source, Authority::User, diagnostics));
  EXPECT_EQ(specs[0].results[0].kind, Result::Kind::Own);
  ASSERT_EQ(specs[1].effects.size(), 1U);
  EXPECT_EQ(specs[1].effects[0].kind, Effect::Kind::Inserts);
  EXPECT_TRUE(specs[1].effects[0].other->isParam(0));
  EXPECT_EQ(specs[2].results[0].kind, Result::Kind::Element);
  EXPECT_EQ(specs[3].effects[0].kind, Effect::Kind::Takes);
  ASSERT_EQ(specs[4].effects.size(), 2U);
  EXPECT_EQ(specs[4].effects[1].kind, Effect::Kind::Calls);
  EXPECT_EQ(specs[4].effects[1].arguments[0]->path[0].kind, Step::Kind::Element);
}

TEST(Signature, beyondThePaper) {
  EXPECT_EQ(signatures("type T; container stack<T> { own T *elem; };"
                       "ref T stack_top(ref stack<T> *s);"
                       "own char *strdup(const char *s);"
                       "int f(own char **out, void *p, FILE *g);"
                       "void std::swap(T &a, T &b);"
                       "T &stack<T>::front();"),
            "stack_top (ptr0 stack⟨α⟩ → β) where α = α + β\n"
            "strdup (ptr0 base → ptr1 base)\n"
            "f (ptr0 ptr1 base × ptr0 ⊥ × ptr0 ⊥ → base)\n"
            "std::swap (α × α → unit)\n"
            "stack<T>::front (ptr0 stack⟨α⟩ → β) where α = α + β\n");
}

TEST(Signature, clausesSayTheSameAsWords) {
  EXPECT_EQ(
      signatures("char *grow(char *p, int n) returns own frees p;"
                 "void keep(char *p, struct box *b) takes p in b;"
                 "void drop(char *p) releases p as counted;"
                 "void make(char **out) allocates *out;"
                 "int perhaps(char *p, char **out) takes p when (return == 0) allocates *out when (return == 0);"),
      "grow (ptr1 base × base → ptr1 base)\n"
      "keep (ptr1 base × ptr0 ⊥ → unit)\n"
      "drop (ptr1 base → unit)\n"
      "make (ptr0 ptr1 base → unit)\n"
      "perhaps (ptr0 base × ptr0 ptr0 base → base)\n");
}

TEST(Types, bottomIsADisjointSum) {
  const Type callback = Type::function(Type::pointer(Ownership::one(), Type::base()), Type::unit());
  const Type sum = Type::bottom().withSummand(callback);
  EXPECT_EQ(sum.str(), "(⊥ + (ptr1 base → unit))");
  EXPECT_TRUE(sum.isNonOwning());
  ASSERT_TRUE(sum.summand(Type::Kind::Function));
  EXPECT_TRUE(*sum.summand(Type::Kind::Function) == callback);
  // One slot a kind; order does not matter.
  const Type pointer = Type::pointer(Ownership::zero(), Type::base());
  EXPECT_TRUE(sum.withSummand(pointer) == Type::bottom().withSummand(pointer).withSummand(callback));
  EXPECT_TRUE(sum.withSummand(Type::function(Type::unit(), Type::unit())) == sum);
  EXPECT_TRUE(sum.withSummand(sum) == sum);
}

TEST(Types, nonOwning) {
  EXPECT_FALSE(Type::variable(0).isNonOwning());
  EXPECT_FALSE(Type::product({Type::base(), Type::pointer(Ownership::one(), Type::base())}).isNonOwning());
  EXPECT_TRUE(Type::product({Type::base(), Type::pointer(Ownership::zero(), Type::base())}).isNonOwning());
  EXPECT_EQ(Type::pointer(Ownership::var(3), Type::base()).str(), "ptrρ3 base");
}

} // namespace custody::specs
