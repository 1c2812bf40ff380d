#include "cli/commands.h"

namespace custody::cli {

namespace {

constexpr Example CheckExamples[] = {
    {"custody check", "the project that ./compile_commands.json or ./build/compile_commands.json describes"},
    {"custody check -p out -j4", "the project that out/compile_commands.json describes, four units at a time"},
    {"custody check -p out src/list.c", "one unit of it"},
    {"custody check a.c b.c -- -Iinclude -DDEBUG", "two files, compiled with these arguments"},
    {"custody check -p build --format=sarif -o custody.sarif", "a report for code scanning and editors"},
    {"custody check -p build --baseline known.jsonl", "only what is not in an earlier result"},
};

constexpr Example RunExamples[] = {
    {"custody run -- make -j8", "build with make, then check what was compiled"},
    {"custody run --engine=summary -- ninja", "the same with ninja and one engine"},
};

constexpr Example DumpExamples[] = {
    {"custody dump a.c", "the heap IR of a file"},
    {"custody dump -p build --function=list_add", "one function of a project"},
    {"custody dump -p build --stats --format=json", "how much was lowered, and what was not understood"},
    {"custody dump -p build --callgraph --format=dot | dot -Tsvg -o calls.svg", "a picture of the call graph"},
    {"custody dump -p build --verify", "the tool's check of itself"},
};

constexpr Example SigsExamples[] = {
    {"custody sigs -p build --function=list_add", "what callers may believe of a function"},
    {"custody sigs a.c --function=make --format=svg -o make.svg", "the same as a picture"},
};

constexpr Example SpecsExamples[] = {
    {"custody specs check my.own", "is this specification well formed?"},
    {"custody specs show fopen", "what is known about a function?"},
    {"custody specs show -p build list_add", "what is known about a function of this project, and from where?"},
    {"custody specs coverage -p build", "which functions of libraries does this project call that nobody described?"},
};

constexpr Example ReportExamples[] = {
    {"custody report results.jsonl", "what was found, for people"},
    {"custody report results.jsonl --sort=rank --explain", "the most certain first, each with its reasons"},
    {"custody report results.jsonl --format=sarif -o custody.sarif", "the same as SARIF, without a second analysis"},
};

constexpr Example DiffExamples[] = {
    {"custody diff main.jsonl branch.jsonl", "what did the branch introduce, what did it fix?"},
    {"custody diff yesterday.sarif today.jsonl", "the two may be written differently"},
};

constexpr Example HelpExamples[] = {
    {"custody help check", "the options of one command"},
};

constexpr CommandSpec Commands[] = {
    {Check, "check", "[-p DIR | FILES…] [OPTIONS] [-- COMPILER ARGUMENTS]", "find leaks and double frees",
     "Compiles every unit to heap IR (or takes it from the cache), links the program and runs the engines on it.\n"
     "Without -p and FILES, the compile database is looked for in the current directory and in ./build. Files named\n"
     "*.hir are heap IR in text form; others are C or C++.",
     CheckExamples, checkCommand},
    {Run, "run", "[OPTIONS] -- BUILD COMMAND", "watch a build, then check what it compiled",
     "Runs the build command under Bear, which notes every compiler call, then does what 'check' does with those\n"
     "units. What is up to date is not compiled and so not seen: start from a clean tree.",
     RunExamples, runCommand},
    {Dump, "dump", "[-p DIR | FILES…] [OPTIONS] [-- COMPILER ARGUMENTS]", "show the program as Custody sees it",
     "Prints heap IR, or one of the results that are computed from it. Inputs are given as for 'check'.", DumpExamples,
     dumpCommand},
    {Sigs, "sigs", "[-p DIR | FILES…] [OPTIONS] [-- COMPILER ARGUMENTS]", "show what functions do with memory",
     "Prints the summary of each function: what it allocates for its caller, frees, keeps, and hands from one "
     "argument\n"
     "to another or to the result. 'arg1*.next*' is what the field next of what the first argument points to points\n"
     "to. Inputs are given as for 'check'.",
     SigsExamples, sigsCommand},
    {Specs, "specs", "check FILES… [-p DIR] | show NAMES… [-p DIR] | coverage [-p DIR | FILES…]",
     "look at the specifications of libraries",
     "What library functions do with memory is written in specification files. 'check' reads such files and reports\n"
     "mistakes, with -p also functions that the program does not know; 'show' prints what is known; 'coverage' counts\n"
     "the calls of a program that pass or return pointers to and from functions without a body, and lists those\n"
     "functions that have no specification, the most called first.\n"
     "Inputs of 'coverage' are given as for 'check'.",
     SpecsExamples, specsCommand},
    {Report, "report", "RESULTS [OPTIONS]", "show the results of an earlier run again, in any form",
     "Reads results that 'check' wrote (--format=json or sarif; '-' is standard input) and writes them as text, JSON\n"
     "lines or SARIF. Excerpts come from the sources as they are now: run it where 'check' was run. The exit status "
     "is\n"
     "that of 'check'.",
     ReportExamples, reportCommand},
    {Diff, "diff", "OLD NEW [OPTIONS]", "compare two results: what was introduced, what was fixed",
     "Reads two results that 'check' wrote (--format=json or sarif) and compares them by fingerprint, which edits\n"
     "elsewhere in a file do not change. The exit status is 1 if something was introduced that no comment suppresses,\n"
     "else 0.",
     DiffExamples, diffCommand},
    {Help, "help", "[COMMAND]", "explain a command", "Without a command, lists all.", HelpExamples, helpCommand},
};

} // namespace

llvm::ArrayRef<CommandSpec> commands() {
  return Commands;
}

const CommandSpec *findCommand(llvm::StringRef name) {
  for (const CommandSpec &command : Commands)
    if (command.name == name)
      return &command;
  return nullptr;
}

} // namespace custody::cli
