// What a function leaves behind a parameter when its result says so.
//
//     int get(const char *s, char **out) { if (!s) return -1;  *out = strdup(s);  return 0; }
//
// The constraints say nothing of `*out`: it owns on some returns only. But whoever sees the result 0 has something to
// free. So a walk from the beginning of the function asks with which constant results the place has got memory, and
// with which it has not; a result that is only among the first is told to callers, who walk from there as from an
// allocation.
//
//     int fill(struct box *b) { b->data = malloc(9);  return b->data ? 0 : -1; }
//
// Here the constraints know that b->data owns, unless it is null; that it is null where the result is not 0 is asked of
// the same walk, so that `if (fill(&b)) return -1;` loses nothing.
#pragma once

#include "engines/ownership/paths.h"

namespace custody::engines::ownership {

// Completes the signature: of formals that it says nothing of itself.
void addGifts(WalkContext &context, const System &system, Signature &signature);

// A call after which a slot of the function's own has got something if the result is so.
struct Gift {
  ir::StmtId call;
  ProgFuncId callee;
  Slot holder;
  ResultTest test;
};

bool mayGive(const Task &task, ir::StmtId stmt);
std::vector<Gift> giftsAt(WalkContext &context, ir::StmtId stmt);

// The result of the call with which the slot has got something, where it has got nothing with others.
std::optional<ResultTest> resultOfGift(WalkContext &context, ir::StmtId stmt, const Slot &holder);

// "returns 0", "returns true"
std::string spellResult(const program::Program &program, ProgFuncId callee, const ResultTest &test);

} // namespace custody::engines::ownership
