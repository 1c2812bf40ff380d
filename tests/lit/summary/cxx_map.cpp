// A map of pointers whose values are deleted in a loop.
// RUN: %custody check --engine=summary %s --no-cache | FileCheck %s --implicit-check-not='warning: '
#include <map>

// CHECK: nothing found
int map_ok(int key) {
  std::map<int, int *> map;
  map[key] = new int(key);
  for (auto at = map.begin(); at != map.end(); ++at)
    delete at->second;
  return key;
}

class Registry {
public:
  ~Registry() {
    for (auto &entry : map)
      delete entry.second;
  }

  void put(int key, int *value) {
    int *&slot = map[key];
    if (slot != value)
      delete slot;
    slot = value;
  }

  std::map<int, int *> map;
};

int registry_ok(int key) {
  Registry registry;
  registry.put(key, new int(key));
  return key;
}
