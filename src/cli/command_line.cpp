#include "cli/command_line.h"
#include "cli/console.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace custody::cli {

namespace {

using Info = llvm::opt::OptTable::Info;
using llvm::opt::Option;

constexpr llvm::StringLiteral ShortPrefix[] = {"-"};
constexpr llvm::StringLiteral LongPrefix[] = {"--"};
constexpr unsigned InputId = 1, UnknownId = 2, FirstOptionId = 3;

// LLVM's order of names: without regard to case, and a name after all that it is a prefix of.
bool nameLess(llvm::StringRef a, llvm::StringRef b) {
  size_t common = std::min(a.size(), b.size());
  if (int order = a.take_front(common).compare_insensitive(b.take_front(common)))
    return order < 0;
  return a.size() == b.size() ? a < b : a.size() > b.size();
}

Info makeInfo(llvm::ArrayRef<llvm::StringLiteral> prefixes, llvm::StringLiteral name, unsigned char kind,
              unsigned visibility) {
  return {prefixes, name, nullptr, {}, nullptr, 0, kind, 0, 0, visibility, 0, 0, nullptr, nullptr};
}

// LLVM's table for ours: a long value becomes two options, `--name=` and `--name`.
struct Table {
  std::vector<Info> infos;
  std::vector<Opt> meaning; // of infos[i + 2]

  Table() {
    std::vector<std::pair<Info, Opt>> rows;
    for (const OptionSpec &option : OptionTable) {
      llvm::ArrayRef<llvm::StringLiteral> prefix = option.isLong() ? LongPrefix : ShortPrefix;
      auto add = [&](llvm::StringLiteral name, unsigned char kind) {
        rows.emplace_back(makeInfo(prefix, name, kind, option.commands), option.id);
      };
      if (!option.takesValue()) {
        add(option.spelling, Option::FlagClass);
      } else if (option.isLong()) {
        add(option.joined, Option::JoinedClass);
        add(option.spelling, Option::SeparateClass);
      } else {
        add(option.spelling, Option::JoinedOrSeparateClass);
      }
    }
    llvm::sort(rows, [](const auto &a, const auto &b) { return nameLess(a.first.getName(), b.first.getName()); });

    infos.push_back(makeInfo({}, "<input>", Option::InputClass, Everywhere));
    infos.push_back(makeInfo({}, "<unknown>", Option::UnknownClass, Everywhere));
    for (auto &[info, id] : rows) {
      infos.push_back(info);
      meaning.push_back(id);
    }
    for (unsigned i = 0; i < infos.size(); ++i)
      infos[i].ID = i + 1;
  }
};

struct Parser : private Table, public llvm::opt::GenericOptTable {
  Parser() : GenericOptTable(infos) {}
  Opt optionOf(const llvm::opt::Arg &arg) const { return meaning[arg.getOption().getID() - FirstOptionId]; }
};

llvm::Error unknownOption(const Parser &parser, llvm::StringRef text, CommandBit command, llvm::StringRef name) {
  std::string message = ("unknown option '" + text + "' of 'custody " + name + "'").str();
  std::string nearest;
  constexpr unsigned MinimumLength = 2, CloseEnough = 2;
  llvm::StringRef spelling = text.split('=').first;
  if (parser.findNearest(spelling, nearest, llvm::opt::Visibility(command), MinimumLength) <= CloseEnough)
    message += "; did you mean '" + llvm::StringRef(nearest).rtrim('=').str() + "'?";
  else
    message += "; 'custody help " + name.str() + "' lists them";
  return usage(message);
}

} // namespace

llvm::StringRef CommandLine::value(Opt option, llvm::StringRef otherwise) const {
  auto found = options.find(option);
  return found == options.end() ? otherwise : llvm::StringRef(found->second.back());
}

std::vector<std::string> CommandLine::values(Opt option) const {
  auto found = options.find(option);
  return found == options.end() ? std::vector<std::string>() : found->second;
}

llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> arguments, CommandBit command,
                                             llvm::StringRef commandName) {
  CommandLine line;
  auto isDashes = [](const char *argument) { return llvm::StringRef(argument) == "--"; };
  if (auto *dashes = llvm::find_if(arguments, isDashes); dashes != arguments.end()) {
    line.hasDashes = true;
    line.afterDashes.assign(dashes + 1, arguments.end());
    arguments = arguments.take_front(dashes - arguments.begin());
  }

  Parser parser;
  unsigned missingIndex, missingCount;
  llvm::opt::InputArgList parsed =
      parser.ParseArgs(arguments, missingIndex, missingCount, llvm::opt::Visibility(command));
  for (const llvm::opt::Arg *arg : parsed) {
    switch (arg->getOption().getID()) {
    case InputId:
      line.operands.push_back(arg->getValue());
      break;
    case UnknownId:
      return unknownOption(parser, arg->getAsString(parsed), command, commandName);
    default:
      line.options[parser.optionOf(*arg)].push_back(arg->getNumValues() ? arg->getValue() : "");
    }
  }
  if (missingCount)
    return usage("option '" + llvm::StringRef(parsed.getArgString(missingIndex)) + "' needs a value");
  return line;
}

} // namespace custody::cli
