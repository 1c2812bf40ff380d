#include "program/library_model.h"
#include "program/test_support.h"
#include <gmock/gmock.h>

using namespace custody::program;
using namespace custody::program::test;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

namespace {

constexpr llvm::StringLiteral Models = R"(
char *strsep(char **stringp, const char *delim) returns *stringp sets *stringp to into *stringp;
int putenv(holds char *string);
own(malloc) char *getcwd(char *buf, size_t size) returns buf may_null when (buf != null);
int asprintf(char **out, const char *format, ...) allocates *out when (return >= 0);
ssize_t getline(char **line, size_t *n, FILE *stream) reallocs *line;
own(malloc) void *resize(void *old, size_t n) reallocs old;
own struct node *make_node(void);
void *copy(void *to, const void *from, size_t n) copies *from to *to returns to;
int sscanf(const char *s, const char *format, ...) clears *...;
int printf(const char *format, ...);
int ioctl(int fd, unsigned long request, ...);
void insert(struct tree *tree, void *key) holds key in tree->left;
void each(struct tree *tree, void (*visit)(void *));
struct tree *of(struct tree *tree) returns tree->left;
int find(const struct tree *tree, struct tree **found, const char *const *names);
)";

struct Calls {
  TestUnit u{"a.c"};
  TypeId p = u.pointer(), pp = u.pointer(u.pointer());

  Calls() { u.define("main", {}, u.i32()).finish(); }
};

const LibraryEffect &effectOf(const TestModel &model, llvm::StringRef name) {
  return *model->library.find(only(model->program, name));
}

TEST(LibraryModel, MasksOfSpecifications) {
  Calls c;
  for (const char *name : {"strsep", "putenv", "getcwd", "asprintf", "getline", "resize", "make_node", "copy", "sscanf",
                           "printf", "ioctl", "insert", "of", "find", "unheard_of"})
    c.u.declare(name);
  c.u.define("each").finish(); // has a body
  TestModel model(linkUnits(c.u), Models);

  const LibraryEffect &strsep = effectOf(model, "strsep");
  EXPECT_EQ(strsep.returnsHeld, 1U);
  ASSERT_EQ(strsep.stores.size(), 1U);
  EXPECT_TRUE(strsep.stores[0].isFromHeld);
  EXPECT_EQ(strsep.writes, 1U); // not the delimiters
  EXPECT_EQ(effectOf(model, "putenv").keeps, 1U);
  EXPECT_TRUE(effectOf(model, "getcwd").allocates);
  EXPECT_EQ(effectOf(model, "getcwd").returns, 1U);
  EXPECT_FALSE(effectOf(model, "getcwd").returnsNew()); // not always
  EXPECT_EQ(effectOf(model, "asprintf").allocatesInto, 1U);
  EXPECT_EQ(effectOf(model, "getline").resizes, 1U);
  EXPECT_EQ(effectOf(model, "resize").reallocates, 0);
  EXPECT_FALSE(effectOf(model, "resize").isFilled);
  EXPECT_TRUE(effectOf(model, "make_node").isFilled);
  EXPECT_EQ(effectOf(model, "copy").copies.size(), 1U);
  EXPECT_EQ(effectOf(model, "sscanf").writes & 7, 4U); // all after the format
  EXPECT_EQ(effectOf(model, "printf").writes, 0U);
  EXPECT_EQ(effectOf(model, "ioctl").writes & 7, 4U);
  EXPECT_EQ(effectOf(model, "insert").keeps, 2U);
  EXPECT_EQ(effectOf(model, "of").keeps, 1U); // a field: all that the argument leads to
  EXPECT_TRUE(effectOf(model, "of").returnsExternal);
  EXPECT_EQ(effectOf(model, "find").setsExternal, 2U); // perhaps; nobody said
  EXPECT_FALSE(model->library.find(only(model->program, "unheard_of")));
  EXPECT_FALSE(model->library.find(only(model->program, "each")));
}

std::vector<std::string> pointees(const TestModel &model, ExprId value) {
  const PointsTo &pointsTo = model->pointsTo;
  std::vector<std::string> names;
  for (RegionId id : pointsTo.pt(only(model->program, "f"), value))
    names.push_back(pointsTo.name(id));
  return names;
}

TEST(LibraryModel, PointersFlowThroughMemory) {
  Calls c;
  FuncId strsep = c.u.declare("strsep", {c.pp, c.p}, c.p), asprintf = c.u.declare("asprintf", {c.pp, c.p}, c.u.i32());
  FuncId copy = c.u.declare("copy", {c.p, c.p, c.u.i32()}, c.p);
  Body f = c.u.define("f");
  VarId text = f.var("text", c.u.types.arrayOf(c.u.i32(), 4)), rest = f.var("rest", c.p), word = f.var("word", c.p);
  VarId made = f.var("made", c.p), from = f.var("from", c.p), to = f.var("to", c.p), same = f.var("same", c.p);
  f.assign(f.var(rest), f.addr(f.var(text)));
  f.call(strsep, {f.addr(f.var(rest)), f.null()}, f.var(word));
  f.call(asprintf, {f.addr(f.var(made)), f.null()});
  f.assign(f.var(from), f.addr(f.var(text)));
  f.call(copy, {f.addr(f.var(to)), f.addr(f.var(from)), f.integer(8)}, f.var(same));
  ExprId readWord = f.read(word), readMade = f.read(made), readTo = f.read(to), readSame = f.read(same);
  f.finish();
  TestModel model(linkUnits(c.u), Models);
  EXPECT_THAT(pointees(model, readWord), ElementsAre("f.text"));
  EXPECT_EQ(pointees(model, readMade).size(), 1U);
  EXPECT_THAT(pointees(model, readTo), ElementsAre("f.text"));
  EXPECT_THAT(pointees(model, readSame), ElementsAre("f.to"));
}

TEST(LibraryModel, FunctionsThatAreTakenMayBeCalled) {
  Calls c;
  FuncId leaf = c.u.declare("leaf", {c.p});
  c.u.define(leaf).finish();
  FuncId each = c.u.declare("each", {c.p, c.p});
  Body f = c.u.define("f");
  StmtId call = f.call(each, {f.null(), f.funcAddr(leaf)});
  f.finish();
  TestModel model(linkUnits(c.u), Models);
  bool mayCall = false;
  for (const CallTargets &way : model->calls.callsAt(only(model->program, "f"), call))
    mayCall |= llvm::is_contained(model->calls.targets(way.targets), only(model->program, "leaf"));
  EXPECT_TRUE(mayCall);
}

} // namespace
