// Classes of the whole program: who derives from whom, who overrides what, which classes have objects.
//
// A virtual call `p->draw()` with static class Shape runs the final overrider of Shape::draw in the class of the
// object:
//
//     struct Shape  { virtual void draw() = 0; };
//     struct Circle : Shape { void draw() override; };      // made by `new Circle`
//     struct Square : Shape { void draw() override; };      // never made
//
// Idea: of the classes derived from Shape keep those with objects (rapid type analysis): only Circle::draw is called.
// If none has an object (a library whose users make them), all count. A class has objects if a variable, a global, an
// allocation or a member of such a class has its type, or its constructor is called for other than a base subobject.
//
// Cost: linear in the records and statements; overriders are found once for each (method, class) and kept.
#pragma once

#include "program/program.h"
#include "llvm/ADT/DenseMap.h"

namespace custody::program {

struct ProgBase {
  ProgRecordId record;
  uint64_t offset = 0; // bytes
  bool isVirtual = false;
};

struct ProgMethod {
  ProgFuncId function;
  int32_t slot = -1;
  bool isPure = false;
  llvm::SmallVector<ProgFuncId, 1> overrides; // methods of direct bases
};

struct ClassInfo {
  std::vector<ProgBase> bases;
  std::vector<ProgRecordId> derived; // directly
  std::vector<ProgMethod> methods;   // of all declarations of the class
  bool isInstantiated = false;
};

class ClassHierarchy {
public:
  explicit ClassHierarchy(const Program &program);

  const ClassInfo &operator[](ProgRecordId id) const { return classes[id.index]; }

  // Reflexive and transitive.
  bool derivesFrom(ProgRecordId derived, ProgRecordId base) const;
  // The class and all that derive from it, in id order.
  std::vector<ProgRecordId> subclasses(ProgRecordId base) const;
  // Where the base subobject begins in an object of the derived class; the first if there are several; 0 if none.
  uint64_t baseOffset(ProgRecordId derived, ProgRecordId base) const;

  // The method in the class or its bases that has this slot of the class's vtable; none if there is none.
  ProgFuncId methodAt(ProgRecordId record, int32_t slot) const;
  // What runs if `method` is called on an object whose class is exactly `record`; none if it is pure there.
  ProgFuncId finalOverrider(ProgRecordId record, ProgFuncId method) const;

  // What a virtual call may run, and by how much `this` moves: overriders in instantiated subclasses of the static
  // class, or in all if none is instantiated. In id order.
  struct Target {
    ProgFuncId function;
    int64_t thisAdjustment = 0; // added to the pointer to the static class
    friend auto operator<=>(const Target &, const Target &) = default;
  };
  std::vector<Target> virtualTargets(ProgRecordId staticClass, ProgFuncId method) const;

private:
  void collectClasses();
  void collectInstantiated();
  void collectFromBody(ProgFuncId id, std::vector<ProgRecordId> &work) const;
  bool constructsObject(ProgFuncId caller, ProgFuncId callee) const;
  ProgRecordId classOf(ProgFuncId id) const;
  ProgRecordId valueRecord(ModuleId module, ir::TypeId type) const;
  bool overridesMethod(ProgFuncId method, ProgFuncId root) const;

  const Program *program;
  std::vector<ClassInfo> classes;
  llvm::DenseMap<ProgFuncId, llvm::SmallVector<ProgFuncId, 1>> overridden; // by overrider
};

} // namespace custody::program
