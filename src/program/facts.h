// The program model: everything that engines may ask about a program, computed once, in the order in which one needs
// the other. From here on all is constant and may be read by many threads.
#pragma once

#include "program/aliasing.h"
#include "program/call_graph.h"
#include "program/exceptions.h"
#include "program/function_specs.h"
#include "program/global_facts.h"
#include "program/mod.h"
#include "program/no_return.h"
#include "program/reference_counts.h"
#include "program/throws.h"

namespace custody::program {

struct ProgramModel {
  // `store` must outlive the model.
  ProgramModel(Program linked, const specs::SpecStore &store);
  ProgramModel(const ProgramModel &) = delete; // its parts refer to each other
  ProgramModel &operator=(const ProgramModel &) = delete;

  const Program program;
  const FunctionSpecs specs;    // what is believed of functions without looking at bodies
  const LibraryModel library;   // the same as masks, for what stands below
  const Layouts layouts;        // where scalars lie in records
  const ClassHierarchy classes; // needs no call graph: classes with objects are found by scanning
  const PointsTo pointsTo;      // resolves calls through pointers on the way
  const CallGraph calls;        // complete: nothing adds edges from here on
  const NoReturn noReturn;
  const bool throws; // does anything?
  const Exceptions exceptions;
  const ReferenceCounts counts;
  const GlobalFacts globals;
  const ModSets mods;
  const TypeRegions typeRegions;
  const AddressTakenRegions addressTaken;

  Aliasing aliasing() const { return {program, &pointsTo}; }
  Aliasing typeAliasing() const { return {program, &typeRegions}; }
  Aliasing addressTakenAliasing() const { return {program, &addressTaken}; }
};

} // namespace custody::program
