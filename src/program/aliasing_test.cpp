// The divisions of memory for incomplete programs know less than the whole program's points-to, so they must say "may
// be the same" wherever that does. Random programs that keep to their types, all pairs of places and of pointers.
#include "program/aliasing.h"
#include "program/facts.h"
#include "program/test_support.h"
#include "gtest/gtest.h"
#include <random>

using namespace custody::program;
using namespace custody::program::test;

namespace {

// Statements over variables of a few types: int, int *, int **, struct node { int n; int *data; struct node *next; }.
class RandomBody {
public:
  explicit RandomBody(unsigned seed) : random(seed) {
    integer = unit.i32();
    pointer = unit.pointer(integer);
    twice = unit.pointer(pointer);
    const RecordId node = unit.record("node", {{"n", integer}, {"data", pointer}, {"next", unit.pointer()}});
    record = unit.recordType(node);
    list = unit.pointer(record);
    unit.module.records[node.index].fields[2].type = list;
  }

  void make() {
    Body main = unit.define("main", {}, integer);
    body = &main;
    for (unsigned i = 0; i < 3; ++i) {
      integers.push_back(main.var(main.var(("n" + llvm::Twine(i)).str(), integer)));
      pointers.push_back(main.var(main.var(("p" + llvm::Twine(i)).str(), pointer)));
      twices.push_back(main.var(main.var(("q" + llvm::Twine(i)).str(), twice)));
      lists.push_back(main.var(main.var(("l" + llvm::Twine(i)).str(), list)));
      records.push_back(main.var(main.var(("s" + llvm::Twine(i)).str(), record)));
    }
    for (unsigned i = 0; i < 25; ++i)
      statement();
    main.finish();
  }

  TestUnit unit{"random.c"};
  std::vector<ExprId> integers, pointers, twices, lists, records; // places by type

private:
  ExprId any(const std::vector<ExprId> &places) { return places[random() % places.size()]; }
  ExprId keep(std::vector<ExprId> &places, ExprId place) {
    places.push_back(place);
    return place;
  }

  void statement() {
    switch (random() % 12) {
    case 0: // p = &n
      body->assign(any(pointers), body->addr(any(integers)));
      break;
    case 1: // q = &p
      body->assign(any(twices), body->addr(any(pointers)));
      break;
    case 2: // l = &s
      body->assign(any(lists), body->addr(any(records)));
      break;
    case 3:
      body->assign(any(pointers), body->load(any(pointers)));
      break;
    case 4:
      body->assign(any(twices), body->load(any(twices)));
      break;
    case 5:
      body->assign(any(lists), body->load(any(lists)));
      break;
    case 6:
      keep(integers, body->deref(body->load(any(pointers))));
      break;
    case 7:
      keep(pointers, body->deref(body->load(any(twices))));
      break;
    case 8:
      keep(records, body->deref(body->load(any(lists))));
      break;
    case 9: {
      const ExprId s = any(records);
      keep(integers, body->field(s, 0));
      keep(pointers, body->field(s, 1));
      keep(lists, body->field(s, 2));
      break;
    }
    case 10:
      body->alloc(any(pointers), integer);
      break;
    case 11:
      body->alloc(any(lists), record);
      break;
    }
  }

  std::mt19937 random;
  TypeId integer, pointer, twice, record, list;
  Body *body = nullptr;
};

constexpr llvm::StringLiteral ByType = "by type";

TEST(Aliasing, TheCoarseDivisionsMissNothing) {
  unsigned shared = 0, apart = 0;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    RandomBody random(seed);
    random.make();
    TestModel model(linkUnits(random.unit));
    const PointsTo outOfBudget =
        PointsTo::compute(model->program, model->classes, model->layouts, model->library, /*budget=*/0);
    const ProgFuncId id = only(model->program, "main");
    const Function &function = model->program.function(id);
    const Aliasing whole = model->aliasing();
    const std::pair<llvm::StringRef, Aliasing> divisions[] = {
        {ByType, model->typeAliasing()},
        {"address taken", model->addressTakenAliasing()},
        {"out of budget", Aliasing(model->program, &outOfBudget)}};
    std::vector<ExprId> places;
    for (const auto *some : {&random.integers, &random.pointers, &random.twices, &random.lists})
      places.insert(places.end(), some->begin(), some->end());
    for (ExprId a : places)
      for (ExprId b : places) {
        const bool mayBeSame = whole.regionsOf(id, a).intersects(whole.regionsOf(id, b));
        ++(mayBeSame ? shared : apart);
        // Where points-to gave up on the fields of an object, even an integer and a pointer may be the same for it.
        const bool isOfOneType = function[a].type == function[b].type;
        for (const auto &[name, division] : divisions)
          if (mayBeSame && (isOfOneType || name != ByType))
            EXPECT_TRUE(division.regionsOf(id, a).intersects(division.regionsOf(id, b)))
                << name.str() << ", seed " << seed << ", places " << a.index << " and " << b.index;
      }
  }
  EXPECT_GT(shared, 1000u); // the programs are worth the comparison
  EXPECT_GT(apart, 1000u);
}

} // namespace
