// Demand queries with memory: questions that ask other questions, into callers and callees, as far as needed.
//
//     struct Counts {                                              // how many allocations a function makes, callees included
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
// `onCycle`'s answer, the question is noted, and what it returns is thrown away; the noted questions are answered first,
// then it runs again. So chains of any depth need no stack, and an engine writes plain code.
//
// Cycles: a question that is being answered further up gets `onCycle`, which must be right whatever the answer will be.
// An answer that leaned on that is good only below the question it leaned on, and forgotten with it; what is remembered
// for good leaned on nothing. Hence what is remembered depends on the question alone, and threads may share it: results
// are the same for any number of threads and any order of questions.
//
// Terminates if the keys that a key can lead to are finite. Cost: each answer runs once more for each round of unknown
// questions that it asks; questions that are asked one after the other, each depending on the last answer, take a round
// each, independent ones share one.
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
  typename Engine::Answer operator()(const typename Engine::Key &key) { return session.lookUp(key, *this); }

private:
  friend class Demand<Engine>;
  using Session = typename Demand<Engine>::Session;
  explicit Ask(Session &session) : session(session) {}

  Session &session;
  std::vector<typename Engine::Key> unknown; // asked, and to be answered first
  size_t leansOn = ~size_t(0);               // the deepest-going assumption: lowest position on the stack
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
      std::optional<Answer> result;
      while (!frames.empty())
        result = step();
      return std::move(*result);
    }

    Answer lookUp(const Key &key, Ask<Engine> &ask) {
      if (std::optional<Answer> known = demand.find(key))
        return *known;
      if (auto open = positions.find(key); open != positions.end()) {
        ask.leansOn = std::min(ask.leansOn, open->second);
        return demand.engine.onCycle(key);
      }
      if (auto local = provisional.find(key); local != provisional.end()) {
        ask.leansOn = std::min(ask.leansOn, leansOn(local->second.index));
        return local->second.answer;
      }
      ask.unknown.push_back(key);
      return demand.engine.onCycle(key);
    }

  private:
    struct Frame {
      Key key;
      std::vector<Key> unknown; // still to be answered before it runs again
      size_t provisionalMark;   // answers found below it start here
    };
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

    // Goes one question deeper, or runs the topmost answer. The answer, if it is finished.
    std::optional<Answer> step() {
      Frame &frame = frames.back();
      while (!frame.unknown.empty()) {
        Key key = frame.unknown.back();
        frame.unknown.pop_back();
        if (demand.find(key) || positions.count(key) || provisional.count(key))
          continue;
        push(key);
        return std::nullopt;
      }
      Ask<Engine> ask(*this);
      Key key = frame.key;
      Answer answer = demand.engine.answer(key, ask);
      ++demand.runCount;
      if (!ask.unknown.empty()) {
        frames.back().unknown = std::move(ask.unknown);
        return std::nullopt;
      }
      finish(key, answer, ask.leansOn);
      return answer;
    }

    void finish(const Key &key, const Answer &answer, size_t lowest) {
      size_t position = frames.size() - 1;
      size_t mark = frames.back().provisionalMark;
      frames.pop_back();
      positions.erase(key);
      for (; !leaning.empty() && leaning.back().start >= mark; leaning.pop_back())
        lowest = lowest < position ? std::min(lowest, leaning.back().leansOn) : lowest;
      if (lowest < position) {
        provisional.insert({key, {answer, provisionalKeys.size()}});
        provisionalKeys.push_back(key);
        leaning.push_back({mark, lowest});
        return;
      }
      // Nothing above was leaned on: good for all. What leaned on this question is not.
      demand.remember(key, answer);
      while (provisionalKeys.size() > mark) {
        provisional.erase(provisionalKeys.back());
        provisionalKeys.pop_back();
      }
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

  void remember(const Key &key, const Answer &answer) {
    std::unique_lock lock(mutex);
    known.insert({key, answer});
  }

  const Engine &engine;
  mutable std::shared_mutex mutex;
  llvm::DenseMap<Key, Answer> known;
  std::atomic<uint64_t> runCount = 0;
};

} // namespace custody::program
