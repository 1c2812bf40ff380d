// The order in which the blocks of a function are looked at, with its loops nested (Bourdoncle's weak topological
// order).
//
//     0; while (1) { 2; while (3) 4; } 5         0 (1 2 (3 4)) 5
//
// What is not in parentheses comes after all that leads to it. A loop is its head and, in order, what is left of its
// component without the edges to the head. Jumps into the middle of a loop are edges like others.
#pragma once

#include "ir/function.h"

namespace custody::engines::path {

struct Element {
  ir::BlockId block;             // of a loop: the head
  std::vector<Element> body;     // of a loop, without the head
  std::vector<uint32_t> members; // of a loop, sorted, with the head; empty: one block
  bool isLoop() const { return !members.empty(); }
};

std::vector<Element> orderOf(const ir::Function &function);

} // namespace custody::engines::path
