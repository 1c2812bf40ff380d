// Everyday use of the standard library is silent, whichever overload is used: memory that a container makes for itself
// is its own matter.
// RUN: %custody check %s --no-cache -- -std=c++17
#include <algorithm>
#include <deque>
#include <fstream>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

struct letter {
  unsigned char low, high;
};

size_t ranges(const letter *word, int count) {
  std::vector<letter> copy(word, word + count);
  for (int i = 0; i < count; ++i)
    copy[i].low = 0;
  std::deque<letter> queue(copy.begin(), copy.end());
  std::list<letter> list(queue.begin(), queue.end());
  return list.size();
}

int sizes(int n) {
  std::vector<int> zeros(n), threes(n, 3);
  zeros = threes;
  zeros.assign(threes.begin(), threes.end());
  zeros.insert(zeros.end(), threes.begin(), threes.end());
  zeros.erase(zeros.begin());
  std::vector<std::vector<int>> nested(n, std::vector<int>(n));
  nested.resize(n * 2);
  nested.emplace_back(std::vector<int>{1, 2, 3});
  return nested.back().back() + zeros.front();
}

size_t maps(const std::vector<std::string> &words) {
  std::set<std::string> different(words.begin(), words.end());
  std::map<std::string, int> counts;
  std::unordered_map<std::string, int> others;
  for (const std::string &word : different)
    counts[word] += ++others[word];
  return counts.size();
}

std::string texts(const std::string &text, const char *begin, const char *end, int n) {
  std::ostringstream out;
  out << n << text;
  std::string result(begin, end), middle(text, 1, 2);
  result += out.str();
  result.insert(0, 3, 'c');
  return result + middle + text.substr(1) + std::to_string(n);
}

std::vector<std::string> split(const std::string &text) {
  std::vector<std::string> parts;
  std::string part;
  for (char c : text) {
    if (c == ',') {
      parts.push_back(part);
      part.clear();
    } else {
      part.push_back(c);
    }
  }
  parts.push_back(std::move(part));
  std::sort(parts.begin(), parts.end());
  return parts;
}

int owners(int n) {
  auto numbers = std::make_unique<int[]>(n);
  auto shared = std::make_shared<std::string>("x");
  std::function<int(int)> add = [shared](int i) { return i + int(shared->size()); };
  std::priority_queue<int> first;
  first.push(add(numbers[0]));
  return first.top();
}

size_t lines(const char *name) {
  std::ifstream in(name);
  std::string line;
  size_t count = 0;
  while (std::getline(in, line))
    count += line.size();
  return count;
}
