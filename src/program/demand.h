// Demand queries with memory: questions that ask other questions, into callers and callees, as far as needed.
//
//     struct Counts {                                              // how many allocations a function makes, callees
//     included
//       using Key = ProgFuncId;
//       using Answer = uint64_t;
//       Answer answer(Key f, Ask<Counts> &ask) const {
//         Answer sum = own(f);
//         for (ProgFuncId callee : graph.callees(f)) sum += ask(callee);
//         return sum;
//       }
//       Answer onCycle(Key f) const { return 0; }                  // what a question that waits for itself is told
//     };
//     Demand<Counts> demand(engine);
//     demand(f);  demand.all(keys, threads);
//
// Idea: `answer` is a pure function that may be run again. If it asks something that is not known yet it is told
// `onCycle`'s answer, the question is noted, and what it returns is thrown away; the noted question is answered first,
// then it runs again. So chains of any depth need no stack, and an engine writes plain code.
//
// Cycles: questions that wait for each other are told `onCycle` about each other, which must be right whatever the
// answer will be, and are remembered together. So an answer depends on its question alone, not on which question of the
// cycle came first; threads may share all that is remembered, and results are the same for any number of threads and
// any order. For this only the first unknown question of a run is noted: those after it might not be asked once it is
// answered, and must not pass for part of the cycle.
//
// Terminates if the keys that a key can lead to are finite. Cost: at most two runs a key on average, for each run that
// is thrown away finds a new key. Questions that do not depend on each other's answers are better asked together
// (`ask.all`): that takes one more run for all.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

namespace custody::program {

template <class Engine>
class Demand;

// What an engine asks with. Lives while one answer is computed.
template <class Engine>
class Ask {
public:
  using Key = typename Engine::Key;
  using Answer = typename Engine::Answer;

  Answer operator()(const Key &key) { return all(key).front(); }

  std::vector<Answer> all(llvm::ArrayRef<Key> keys) {
    bool isBlocked = !unknown.empty();
    std::vector<Answer> answers;
    for (const Key &key : keys)
      answers.push_back(session.lookUp(key, *this, isBlocked));
    return answers;
  }

private:
  friend class Demand<Engine>;
  using Session = typename Demand<Engine>::Session;
  explicit Ask(Session &session) : session(session) {}

  Session &session;
  std::vector<Key> unknown;    // asked, and to be answered first
  size_t leansOn = ~size_t(0); // the lowest position on the stack that one of those waits for
};

template <class Engine>
class Demand {
public:
  using Key = typename Engine::Key;
  using Answer = typename Engine::Answer;

  explicit Demand(const Engine &engine) : engine(engine) {}

  Answer operator()(const Key &key) { return Session(*this).solve(key); }

  // The answers to many questions, in their order.
  std::vector<Answer> all(llvm::ArrayRef<Key> keys, unsigned threads) {
    std::vector<std::optional<Answer>> found(keys.size());
    if (threads <= 1) {
      for (size_t i = 0; i < keys.size(); ++i)
        found[i] = (*this)(keys[i]);
    } else {
      llvm::DefaultThreadPool pool(llvm::hardware_concurrency(threads));
      for (size_t i = 0; i < keys.size(); ++i)
        pool.async([this, &found, &keys, i] { found[i] = (*this)(keys[i]); });
      pool.wait();
    }
    std::vector<Answer> answers;
    for (std::optional<Answer> &answer : found)
      answers.push_back(std::move(*answer));
    return answers;
  }

  uint64_t runs() const { return runCount; } // how often `answer` ran

private:
  friend class Ask<Engine>;

  // One question asked from outside, with all that it leads to.
  class Session {
  public:
    explicit Session(Demand &demand) : demand(demand) {}

    Answer solve(const Key &root) {
      if (std::optional<Answer> known = demand.find(root))
        return *known;
      push(root);
      while (!frames.empty())
        step();
      return *demand.find(root);
    }

    Answer lookUp(const Key &key, Ask<Engine> &ask, bool isBlocked) {
      if (isBlocked)
        return demand.engine.onCycle(key);
      if (std::optional<Answer> known = demand.find(key))
        return *known;
      if (auto open = positions.find(key); open != positions.end())
        ask.leansOn = std::min(ask.leansOn, open->second);
      else if (auto found = provisional.find(key); found != provisional.end())
        ask.leansOn = std::min(ask.leansOn, leansOn(found->second.index));
      else
        ask.unknown.push_back(key);
      return demand.engine.onCycle(key);
    }

  private:
    struct Frame {
      Key key;
      std::vector<Key> unknown; // still to be answered before it runs again
      size_t provisionalMark;   // answers found below it start here
    };
    // An answer that is finished, in a cycle that is not.
    struct Provisional {
      Answer answer;
      size_t index; // into provisionalKeys
    };
    // Provisional answers from `start` on, up to the next run's, lean on that position. What was found below a question
    // that turns out provisional itself leans on what that one leans on.
    struct Run {
      size_t start;
      size_t leansOn;
    };

    size_t leansOn(size_t index) const {
      auto next = llvm::partition_point(leaning, [&](const Run &run) { return run.start <= index; });
      return std::prev(next)->leansOn;
    }

    void push(const Key &key) {
      positions[key] = frames.size();
      frames.push_back({key, {}, provisionalKeys.size()});
    }

    // Goes one question deeper, or runs the topmost answer.
    void step() {
      Frame &frame = frames.back();
      while (!frame.unknown.empty()) {
        Key key = frame.unknown.back();
        frame.unknown.pop_back();
        if (demand.find(key) || positions.count(key) || provisional.count(key))
          continue;
        push(key);
        return;
      }
      Ask<Engine> ask(*this);
      Answer answer = demand.engine.answer(Key(frame.key), ask);
      ++demand.runCount;
      // Another thread may have finished the whole cycle while this ran, and this have seen a part of it.
      if (demand.find(frame.key))
        pop();
      else if (ask.unknown.empty())
        finish(std::move(answer), ask);
      else
        frame.unknown = std::move(ask.unknown);
    }

    // Leaves the topmost question, and gives what was found below it.
    std::vector<std::pair<Key, Answer>> pop() {
      size_t mark = frames.back().provisionalMark;
      positions.erase(frames.back().key);
      frames.pop_back();
      while (!leaning.empty() && leaning.back().start >= mark)
        leaning.pop_back();
      std::vector<std::pair<Key, Answer>> below;
      for (; provisionalKeys.size() > mark; provisionalKeys.pop_back()) {
        auto found = provisional.find(provisionalKeys.back());
        below.push_back({found->first, std::move(found->second.answer)});
        provisional.erase(found);
      }
      return below;
    }

    void finish(Answer answer, const Ask<Engine> &ask) {
      Key key = frames.back().key;
      if (ask.leansOn >= frames.size() - 1) {
        // The cycle is complete: the question, and all that waited for it.
        std::vector<std::pair<Key, Answer>> cycle = pop();
        cycle.push_back({key, std::move(answer)});
        demand.remember(std::move(cycle));
        return;
      }
      // All found below it was asked by it, directly or not: it leans on what they lean on, and they on what it does.
      size_t mark = frames.back().provisionalMark;
      positions.erase(key);
      frames.pop_back();
      while (!leaning.empty() && leaning.back().start >= mark)
        leaning.pop_back();
      leaning.push_back({mark, ask.leansOn});
      provisional.insert({key, {std::move(answer), provisionalKeys.size()}});
      provisionalKeys.push_back(key);
    }

    Demand &demand;
    std::vector<Frame> frames;
    llvm::DenseMap<Key, size_t> positions; // of open questions on the stack
    llvm::DenseMap<Key, Provisional> provisional;
    std::vector<Key> provisionalKeys; // in the order of their finding
    std::vector<Run> leaning;         // by start
  };

  std::optional<Answer> find(const Key &key) const {
    std::shared_lock lock(mutex);
    auto entry = known.find(key);
    return entry == known.end() ? std::nullopt : std::optional<Answer>(entry->second);
  }

  // All at once: another thread that is in the same cycle sees none of it or all. The first to come is kept.
  void remember(std::vector<std::pair<Key, Answer>> answers) {
    std::unique_lock lock(mutex);
    for (std::pair<Key, Answer> &answer : answers)
      known.insert(std::move(answer));
  }

  const Engine &engine;
  mutable std::shared_mutex mutex;
  llvm::DenseMap<Key, Answer> known;
  std::atomic<uint64_t> runCount = 0;
};

} // namespace custody::program
