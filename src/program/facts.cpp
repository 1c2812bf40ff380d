#include "program/facts.h"

namespace custody::program {

ProgramModel::ProgramModel(Program linked, const specs::SpecStore &store)
    : program(std::move(linked)), specs(program, store), library(program, specs), layouts(program), classes(program),
      pointsTo(PointsTo::compute(program, classes, layouts, library)),
      calls(CallGraph::build(program, classes, pointsTo)), noReturn(program, calls, library),
      throws(throwsSomewhere(program, specs, calls)), exceptions(program, specs, calls), counts(program),
      globals(program, pointsTo, layouts, library), mods(program, pointsTo, calls, library), typeRegions(program),
      addressTaken(program) {}

} // namespace custody::program
