// From byte offsets to fields. LLVM addresses memory by offsets into types that differ from the source's; here a place
// with a source type and an offset becomes the field that a person would name. What the record layout cannot name
// (unions, casts, memory before an object) stays an offset.
#pragma once

#include "lower/draft.h"

namespace llvm {
class DataLayout;
class GEPOperator;
class Type;
class Value;
} // namespace llvm

namespace custody::lower {

class Places {
public:
  Places(Draft &draft, const llvm::DataLayout &layout) : draft(draft), layout(layout) {}

  // The part of `place` at `offset` that has the size and sort of `wanted`.
  ir::ExprId part(ir::ExprId place, int64_t offset, llvm::Type *wanted);
  // The place as something that a load or store of `accessed` can use: down to the scalar at its beginning.
  ir::ExprId scalar(ir::ExprId place, llvm::Type *accessed) { return part(place, 0, accessed); }
  // The same bytes seen as another type: a base class or first member where there is one, else a cast.
  ir::ExprId as(ir::ExprId place, ir::TypeId type);

  // The place that a GEP designates. `value` turns its operands into expressions.
  ir::ExprId element(const llvm::GEPOperator &gep, llvm::function_ref<ir::ExprId(llvm::Value *)> value);

private:
  struct Step {
    ir::ExprId place;
    int64_t rest = 0; // the offset that remains within it
  };
  std::optional<Step> into(ir::ExprId place, int64_t offset, llvm::Type *wanted);
  std::optional<Step> intoRecord(ir::ExprId place, ir::RecordId record, int64_t offset, llvm::Type *wanted);
  bool fits(ir::TypeId type, llvm::Type *wanted) const;
  ir::ExprId atIndex(ir::ExprId place, ir::ExprId index, llvm::Type *element);
  ir::ExprId bytesFurther(ir::ExprId place, int64_t bytes);

  Draft &draft;
  const llvm::DataLayout &layout;
};

} // namespace custody::lower
