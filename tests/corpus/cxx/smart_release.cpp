// Smart pointers end ownership by hand at their edges: release, get, reset, and a class of one's own.
#include <cstring>
#include <memory>
#include <utility>

struct Job {
  explicit Job(int number) : number(number) {}
  int number;
};

static int inspect(const Job *job) { return job->number; }
static int finish(Job *job) {
  int number = job->number;
  delete job;
  return number;
}

int released_bad(int number) {
  std::unique_ptr<Job> job(new Job(number)); // alloc: RELEASED
  return inspect(job.release());             // expect: leak alloc=RELEASED
}

int released_ok(int number) {
  std::unique_ptr<Job> job(new Job(number));
  return finish(job.release());
}

int got_bad(int number) {
  std::unique_ptr<Job> job(new Job(number)); // alloc: GOT
  return finish(job.get());                  // expect: double-free alloc=GOT
}

int got_ok(int number) {
  std::unique_ptr<Job> job(new Job(number));
  job.reset(new Job(number + 1));
  return inspect(job.get());
}

int moved_ok(int number) {
  std::unique_ptr<Job> job(new Job(number));
  std::unique_ptr<Job> other = std::move(job);
  if (!other)
    return -1;
  return other->number;
}

int shared_ok(int number) {
  std::shared_ptr<Job> one = std::make_shared<Job>(number);
  std::shared_ptr<Job> two = one;
  one.reset();
  return two->number;
}

int adopted_twice_bad(int number) {
  Job *job = new Job(number); // alloc: ADOPTED
  std::unique_ptr<Job> one(job);
  std::unique_ptr<Job> two(job);
  return two->number; // expect: double-free alloc=ADOPTED
}

class Holder {
public:
  explicit Holder(Job *job) : job_(job) {}
  ~Holder() { delete job_; }
  Holder(const Holder &) = delete;
  Holder &operator=(const Holder &) = delete;
  Job *take() { return std::exchange(job_, nullptr); }
  const Job *operator->() const { return job_; }

private:
  Job *job_;
};

int held_ok(int number) {
  Holder holder(new Job(number));
  if (number > 3)
    return holder->number;
  return finish(holder.take());
}

int held_bad(int number) {
  Holder holder(new Job(number)); // alloc: HELD
  if (number > 3)
    return holder->number;
  Job *job = holder.take();
  return job->number; // expect: leak alloc=HELD
}

#ifdef CORPUS_MAIN_OK
int main() {
  released_ok(1), got_ok(1), moved_ok(1), shared_ok(1);
  return held_ok(1) + held_ok(4) - 5;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  released_bad(1), got_bad(1), adopted_twice_bad(1);
  return held_bad(1) + held_bad(4);
}
#endif
