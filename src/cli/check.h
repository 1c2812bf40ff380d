// The pipeline, shared by the commands that run it.
#pragma once

#include "cli/engines.h"
#include "cli/load.h"
#include "cli/report_output.h"

namespace custody::cli {

// All that the command line says about a check, inputs aside. It is understood before any work begins.
struct CheckPlan {
  RunOptions run;
  std::vector<Engine> engines;
  std::vector<std::vector<std::string>> settings; // by engine
  ReportPlan report;
  bool tellEffort = false;
  bool checkSpecs = false;
};

llvm::Expected<CheckPlan> planCheck(const CommandLine &line);

ExitStatus check(const CheckPlan &plan, const Inputs &inputs, const CommandLine &line, const Console &console);

} // namespace custody::cli
