// The eight categories of sparrow-2008 (table 3): views of a summary graph.
//
//     int *f(int n, List *p)        Alloc2Ret  {ret*}
//     { if (n) return malloc(n);    Arg2Ret    {(arg2*.val*, ret*)}
//       return p->val; }
//
// An anchor is the way to an object: the storage of an argument or of the result, then `*` and `.field`. `reach` goes
// through the memory as it is when the function returns, `Sreach` as it was on entry.
#pragma once

#include "heap/summary.h"
#include "program/program.h"
#include <map>
#include <set>
#include <string>

namespace custody::heap {

enum class Category : uint8_t { Alloc2Arg, Alloc2Ret, Glob2Arg, Glob2Ret, Arg2Free, Arg2Glob, Arg2Arg, Arg2Ret };
inline constexpr Category AllCategories[] = {Category::Alloc2Arg, Category::Alloc2Ret, Category::Glob2Arg,
                                             Category::Glob2Ret,  Category::Arg2Free,  Category::Arg2Glob,
                                             Category::Arg2Arg,   Category::Arg2Ret};
llvm::StringRef name(Category category);

// One anchor, or a pair: where it was, and where it is now.
struct CategoryEntry {
  std::string anchor;
  std::string now; // Arg2Arg, Arg2Ret
  auto operator<=>(const CategoryEntry &) const = default;
};

using Categories = std::map<Category, std::set<CategoryEntry>>;

Categories categoriesOf(const program::Program &program, program::ProgFuncId id, const Summary &summary);

// The way to a node on entry: "arg1*.next*". Sites have none.
std::string entryAnchor(const program::Program &program, program::ProgFuncId id, const Summary &summary, NodeId node);

// The field of the object behind a node that lies at an offset: ".next", "[]", "+12", or nothing for a plain pointer.
std::string fieldAnchor(const program::Program &program, program::ProgFuncId id, const Summary &summary, NodeCell cell);

} // namespace custody::heap
