// Does a handler catch what is thrown?
//
//     throw derived();   ...   catch (const base &)        yes, if `base` is a public base, and the only one of its
//     kind
//
// Types are named by their type_info objects, in throwing (Throw) and in catching (Catch, and the branches that compare
// the selector) alike. The objects of a program's own classes lead to those of their bases, as the C++ ABI lays them
// out. Those of a library's classes are elsewhere; then the source knows the bases, and their names lead to the
// objects.
#pragma once

#include "program/program.h"
#include "llvm/ADT/DenseMap.h"

namespace custody::program {

class ExceptionTypes {
public:
  explicit ExceptionTypes(const Program &program);

  enum class Match { No, Maybe, Yes };
  Match match(ProgGlobalId thrown, ProgGlobalId caught) const;

  // The object whose address the expression is. None: it is no such address, or one of several objects.
  ProgGlobalId infoAt(ProgFuncId in, ir::ExprId address) const;

private:
  struct Class {
    ProgGlobalId info;   // none: nobody mentions it, so nobody catches it
    ProgRecordId record; // if known
    bool isPublic = true;
  };
  struct Bases {
    std::vector<Class> all; // direct ones
    bool isKnown = false;
  };
  struct Ancestors {
    std::vector<ProgGlobalId> certain, possible;
    bool isComplete = true;
  };

  Bases basesOf(const Class &derived) const;
  Bases basesByObject(ProgGlobalId info) const;
  Bases basesByRecord(ProgRecordId record) const;
  Ancestors ancestorsOf(ProgGlobalId info) const;

  const Program *program;
  llvm::StringMap<ProgGlobalId> byName;           // type_info objects that the whole program shares
  llvm::DenseMap<uint32_t, ProgRecordId> records; // the classes of type_info objects, as far as they are thrown
  llvm::DenseMap<uint32_t, Ancestors> ofThrown;   // by type_info object
};

} // namespace custody::program
