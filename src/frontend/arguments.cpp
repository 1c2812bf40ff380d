// A compile database records what some compiler was told: often GCC, often an old one, behind ccache or libtool, with
// options about warnings, optimisation, dependency files and profiling that mean nothing here or that Clang rejects.
//
//     ccache arm-linux-gnueabi-gcc -O2 -fno-var-tracking -Wp,-MD,.x.d -DX=1 -Werror -c x.c -o x.o
//     =>  clang --target=arm-linux-gnueabi -DX=1 ... -- x.c
//
// Clang's own option table parses the line, so that each option comes with its arguments and an identity. What the
// table does not know is dropped. Of what it knows, only what can change the meaning of the source is kept: the
// preprocessor's options, the language, the target, and of the -f options those named below. A list of what to keep is
// safer than one of what to drop: a forgotten entry costs a detail, not an error or a written file.
#include "frontend/arguments.h"

#include "frontend/toolchain.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Driver/Options.h"
#include "clang/Driver/Types.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Triple.h"

namespace custody::frontend {

namespace options = clang::driver::options;
using Words = std::vector<std::string>;

// --- the compiler's name ------------------------------------------------------------------------------------------

static llvm::StringRef programName(llvm::StringRef program) {
  llvm::StringRef name = llvm::sys::path::filename(program);
  name.consume_back(".exe");
  name = name.rtrim("0123456789.");
  name.consume_back("-");
  return name;
}

static bool isWrapper(llvm::StringRef program) {
  static const llvm::StringSet<> wrappers = {"ccache",   "sccache", "distcc",  "icecc",      "gomacc",
                                             "colorgcc", "libtool", "sh",      "bash",       "env",
                                             "nice",     "time",    "cachecc", "buildcache", "fccache"};
  return wrappers.contains(programName(program));
}

// Drops `ccache`, `env A=b`, `sh ./libtool --mode=compile` and the like before the compiler.
static void dropWrappers(Words &words) {
  std::size_t first = 0;
  while (first + 1 < words.size() && isWrapper(words[first])) {
    std::size_t next = first + 1;
    while (next < words.size() &&
           (llvm::StringRef(words[next]).starts_with("-") || words[next].find('=') != Words::value_type::npos))
      ++next;
    if (next == words.size())
      break;
    first = next;
  }
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(first));
}

static bool compilesAsCxx(llvm::StringRef program) {
  const llvm::StringRef name = programName(program);
  return name.ends_with("++") || name.ends_with("cxx") || name.ends_with("icpc") || name.ends_with("icpx");
}

// `arm-linux-gnueabi-gcc` names its target; `c99-gcc` and `my-gcc` do not.
static std::string targetOf(llvm::StringRef program) {
  const llvm::StringRef name = programName(program);
  const auto [prefix, tool] = name.rsplit('-');
  if (tool.empty() || !prefix.contains('-'))
    return {};
  const llvm::Triple triple(llvm::Triple::normalize(prefix));
  if (triple.getArch() == llvm::Triple::UnknownArch || triple.getOS() == llvm::Triple::UnknownOS)
    return {};
  return prefix.str();
}

static Words driver(llvm::StringRef program) {
  const bool cxx = compilesAsCxx(program);
  llvm::SmallString<128> path(driverDirectory());
  llvm::sys::path::append(path, cxx ? "clang++" : "clang");
  Words words = {path.str().str(), cxx ? "--driver-mode=g++" : "--driver-mode=gcc"};
  if (std::string target = targetOf(program); !target.empty())
    words.push_back("--target=" + target);
  const llvm::StringRef name = programName(program);
  if (name == "c89" || name == "c89-gcc")
    words.push_back("-std=c89");
  else if (name == "c99" || name == "c99-gcc")
    words.push_back("-std=c99");
  return words;
}

// --- the options --------------------------------------------------------------------------------------------------

// The -f options that change what the source means, or which declarations exist, without their `no-`.
static bool isMeaningfulFlag(llvm::StringRef name) {
  static const llvm::StringSet<> meaningful = {"access-control",
                                               "aligned-allocation",
                                               "asm",
                                               "asm-blocks",
                                               "assume-sane-operator-new",
                                               "blocks",
                                               "builtin",
                                               "builtin-",
                                               "char8_t",
                                               "common",
                                               "constexpr-depth=",
                                               "constexpr-steps=",
                                               "coroutines",
                                               "coroutines-ts",
                                               "cxx-exceptions",
                                               "declspec",
                                               "delayed-template-parsing",
                                               "dollars-in-identifiers",
                                               "exceptions",
                                               "exec-charset=",
                                               "freestanding",
                                               "gnu-keywords",
                                               "gnu89-inline",
                                               "gnuc-version=",
                                               "hosted",
                                               "input-charset=",
                                               "lax-vector-conversions",
                                               "lax-vector-conversions=",
                                               "long-double",
                                               "math-errno",
                                               "ms-compatibility",
                                               "ms-compatibility-version=",
                                               "ms-extensions",
                                               "new-alignment=",
                                               "non-call-exceptions",
                                               "operator-names",
                                               "pack-struct",
                                               "pack-struct=",
                                               "pascal-strings",
                                               "pic",
                                               "pie",
                                               "PIC",
                                               "PIE",
                                               "pcc-struct-return",
                                               "reg-struct-return",
                                               "relaxed-template-template-args",
                                               "rtti",
                                               "rtti-data",
                                               "short-enums",
                                               "short-wchar",
                                               "signed-bitfields",
                                               "signed-char",
                                               "signed-wchar",
                                               "sized-deallocation",
                                               "strict-enums",
                                               "template-depth=",
                                               "template-depth-",
                                               "threadsafe-statics",
                                               "trigraphs",
                                               "unsigned-bitfields",
                                               "unsigned-char",
                                               "wchar",
                                               "writable-strings",
                                               "zero-initialized-in-bss"};
  if (!name.consume_front("f"))
    return false;
  name.consume_front("no-");
  return meaningful.contains(name);
}

static bool isMachineOption(const llvm::opt::Option &option) {
  return option.matches(options::OPT_m_Group) && !option.matches(options::OPT_clang_ignored_m_Group);
}

static bool isEssential(const llvm::opt::Option &option) {
  static constexpr unsigned kept[] = {
      options::OPT_std_EQ,      options::OPT_ansi,          options::OPT_nostdinc,
      options::OPT_nostdincxx,  options::OPT_nostdlibinc,   options::OPT_nobuiltininc,
      options::OPT__sysroot_EQ, options::OPT__sysroot,      options::OPT_isysroot,
      options::OPT_stdlib_EQ,   options::OPT_undef,         options::OPT_target,
      options::OPT_pthread,     options::OPT_gcc_toolchain, options::OPT_m32,
      options::OPT_m64,         options::OPT_mx32,          options::OPT_gcc_install_dir_EQ,
      options::OPT_B,           options::OPT_m16,           options::OPT_D,
      options::OPT_U,
  };
  if (option.matches(options::OPT_M_Group) || option.matches(options::OPT_d_Group) ||
      option.matches(options::OPT_include_pch) || option.matches(options::OPT_I_)) // -I-, which Clang refuses
    return false;
  return option.matches(options::OPT_IncludePath_Group) || llvm::is_contained(kept, option.getID());
}

static bool isKept(const llvm::opt::Option &option, Keep keep) {
  if (isEssential(option))
    return true;
  return keep == Keep::WhatMatters && (isMachineOption(option) || isMeaningfulFlag(option.getName()));
}

// -x names a language for the file; those for headers mean the same here.
static std::string languageOf(llvm::StringRef value) {
  value.consume_back("-header");
  return value == "c" || value == "c++" || value == "cpp-output" || value == "c++-cpp-output" ? value.str() : "";
}

namespace {
class Adjuster {
public:
  Adjuster(llvm::vfs::FileSystem &files, Keep keep) : files(files), keep(keep) {}

  void adjust(const Words &words);
  Words takeResult() { return std::move(result); }

private:
  void take(const llvm::opt::Arg &argument, const llvm::opt::ArgList &all);
  void takeInclude(const llvm::opt::Arg &argument, const llvm::opt::ArgList &all);
  void keepAsWritten(const llvm::opt::Arg &argument, const llvm::opt::ArgList &all);

  llvm::vfs::FileSystem &files;
  Keep keep;
  Words result;
  Words nested; // options handed to another stage, as by -Wp, and -Xclang
};
} // namespace

void Adjuster::keepAsWritten(const llvm::opt::Arg &argument, const llvm::opt::ArgList &all) {
  llvm::opt::ArgStringList words;
  argument.render(all, words);
  result.insert(result.end(), words.begin(), words.end());
}

// Of a header that was only there precompiled, nothing can be read: the source itself may still be enough.
void Adjuster::takeInclude(const llvm::opt::Arg &argument, const llvm::opt::ArgList &all) {
  const std::string name = argument.getValue();
  if (!files.exists(name) && files.exists(name + ".gch"))
    return;
  keepAsWritten(argument, all);
}

void Adjuster::take(const llvm::opt::Arg &argument, const llvm::opt::ArgList &all) {
  const llvm::opt::Option option = argument.getOption();
  if (option.matches(options::OPT_Wp_COMMA) || option.matches(options::OPT_Xpreprocessor) ||
      option.matches(options::OPT_Xclang)) {
    nested.insert(nested.end(), argument.getValues().begin(), argument.getValues().end());
    return;
  }
  if (option.matches(options::OPT_x)) {
    if (std::string language = languageOf(argument.getValue()); !language.empty())
      result.insert(result.end(), {"-x", language});
  } else if (option.matches(options::OPT_include)) {
    takeInclude(argument, all);
  } else if (isKept(option, keep)) {
    keepAsWritten(argument, all);
  }
}

void Adjuster::adjust(const Words &words) {
  std::vector<const char *> pointers;
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      pointers, missingIndex, missingCount, llvm::opt::Visibility(options::ClangOption));
  for (const llvm::opt::Arg *const argument : parsed)
    take(*argument, parsed);
  if (const Words inner = std::exchange(nested, {}); !inner.empty())
    adjust(inner);
}

static Words expandResponseFiles(const CompileCommand &command, llvm::vfs::FileSystem &files) {
  llvm::BumpPtrAllocator memory;
  llvm::SmallVector<const char *, 64> words;
  for (const std::string &word : command.arguments)
    words.push_back(word.c_str());
  llvm::cl::ExpansionContext expansion(memory, llvm::cl::TokenizeGNUCommandLine);
  expansion.setVFS(&files).setCurrentDir(command.directory);
  // A response file that is gone leaves its `@name`, which is then dropped as an input: what it said is lost either
  // way.
  llvm::consumeError(expansion.expandResponseFiles(words));
  return Words(words.begin(), words.end());
}

static bool isCxx(const CompileCommand &command, llvm::StringRef program, const Words &kept) {
  namespace types = clang::driver::types;
  if (const auto language = llvm::find(llvm::reverse(kept), "-x"); language != kept.rend())
    return llvm::StringRef(*std::prev(language)).starts_with("c++");
  return compilesAsCxx(program) ||
         types::isCXX(types::lookupTypeForExtension(llvm::sys::path::extension(command.file).ltrim('.')));
}

// GCC warns of a standard for the other language, Clang refuses it. One that Clang does not know is left out too.
static void dropForeignStandards(Words &words, bool cxx) {
  llvm::erase_if(words, [&](llvm::StringRef word) {
    if (!word.consume_front("-std="))
      return false;
    const clang::LangStandard::Kind kind = clang::LangStandard::getLangKind(word);
    return kind == clang::LangStandard::lang_unspecified ||
           (clang::LangStandard::getLangStandardForKind(kind).getLanguage() == clang::Language::CXX) != cxx;
  });
}

std::vector<std::string> adjustArguments(const CompileCommand &command, llvm::vfs::FileSystem &files, Keep keep) {
  Words words = expandResponseFiles(command, files);
  dropWrappers(words);
  if (words.empty())
    words.push_back("cc");
  const std::string program = words.front();
  words.erase(words.begin());

  Adjuster adjuster(files, keep);
  adjuster.adjust(words);
  Words kept = adjuster.takeResult();
  dropForeignStandards(kept, isCxx(command, program, kept));
  Words result = driver(program);
  result.insert(result.end(), kept.begin(), kept.end());

  result.push_back("-resource-dir=" + resourceDirectory());
  result.push_back("--no-default-config"); // the user's settings for a Clang that is not this one
  result.insert(result.end(), {"-g", "-w", "-Wno-everything", "-fno-spell-checking", "-fno-color-diagnostics",
                               "-fbracket-depth=20480", "--", command.file});
  return result;
}

} // namespace custody::frontend
