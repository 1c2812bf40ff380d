// What a function loses on one way and stores on another is stored all the same: the field leaks, too.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t

struct Mechanism {
  int state;
};

class Engine {
public:
  Engine() : mechanism(nullptr) {}
  ~Engine() {}
  bool handshake(int kind) {
    Mechanism *made = new Mechanism;
    if (kind > 9)
      return false;
    mechanism = made;
    return true;
  }
  int state() const { return mechanism ? mechanism->state : 0; }

private:
  Mechanism *mechanism;
};
// CHECK: in 'Engine::~Engine':
// CHECK: warning: {{.*}} is lost here: 'mechanism' is the last pointer to it [leak]
// CHECK: in 'Engine::handshake':
// CHECK: warning: {{.*}} is lost here: 'made' is the last pointer to it [leak]

class Owner {
public:
  Owner() : mechanism(nullptr) {}
  ~Owner() { delete mechanism; }
  bool handshake(int kind) {
    Mechanism *made = new Mechanism;
    if (kind > 9)
      return false;
    delete mechanism;
    mechanism = made;
    return true;
  }

private:
  Mechanism *mechanism;
};
// CHECK-NOT: in 'Owner::~Owner':
// CHECK: in 'Owner::handshake':
// CHECK-NOT: in 'Owner::~Owner':
