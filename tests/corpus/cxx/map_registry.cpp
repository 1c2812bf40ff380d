// A registry by name: replacing an entry, removing one, and handing one out again.
#include <map>
#include <string>

class Handler {
public:
  explicit Handler(int code) : code_(code) {}
  int code() const { return code_; }

private:
  int code_;
};

class Registry {
public:
  typedef std::map<std::string, Handler *> Map;
  Registry() {}
  ~Registry() {
    for (Map::iterator at = map_.begin(); at != map_.end(); ++at)
      delete at->second;
  }
  Registry(const Registry &) = delete;
  Registry &operator=(const Registry &) = delete;

  void put_bad(const std::string &name, Handler *handler) { map_[name] = handler; } // expect: leak
  void put_ok(const std::string &name, Handler *handler) {
    Handler *&slot = map_[name];
    if (slot != handler)
      delete slot;
    slot = handler;
  }
  void remove_bad(const std::string &name) { map_.erase(name); } // expect: leak
  void remove_ok(const std::string &name) {
    Map::iterator at = map_.find(name);
    if (at == map_.end())
      return;
    delete at->second;
    map_.erase(at);
  }
  const Handler *find(const std::string &name) const {
    Map::const_iterator at = map_.find(name);
    return at == map_.end() ? nullptr : at->second;
  }

private:
  Map map_;
};

int serve_ok(const std::string &name) {
  Registry registry;
  registry.put_ok("get", new Handler(1));
  registry.put_ok("get", new Handler(2));
  registry.put_ok("put", new Handler(3));
  registry.remove_ok("put");
  const Handler *handler = registry.find(name);
  return handler ? handler->code() : -1;
}

int serve_bad(const std::string &name) {
  Registry registry;
  registry.put_bad("get", new Handler(1)); // alloc: REPLACED
  registry.put_bad("get", new Handler(2)); // expect: leak alloc=REPLACED
  registry.put_bad("put", new Handler(3)); // alloc: REMOVED
  registry.remove_bad("put");              // expect: leak alloc=REMOVED
  const Handler *handler = registry.find(name);
  return handler ? handler->code() : -1;
}

int refuse_bad(Registry &registry, const std::string &name) {
  Handler *handler = new Handler(4); // alloc: REFUSED
  if (name.empty())
    return -1; // expect: leak alloc=REFUSED
  registry.put_ok(name, handler);
  return 0;
}

int refuse_ok(Registry &registry, const std::string &name) {
  if (name.empty())
    return -1;
  registry.put_ok(name, new Handler(4));
  return 0;
}

#ifdef CORPUS_MAIN_OK
int main() {
  Registry registry;
  refuse_ok(registry, ""), refuse_ok(registry, "a");
  return serve_ok("get") - 2;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main() {
  Registry registry;
  refuse_bad(registry, "");
  return serve_bad("get");
}
#endif
