// A method that overwrites an owning field: what callers put there before is lost at the second call. A setter that
// frees the old value leaves the field owning, so a destructor that forgets it loses it.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
class Connection {
  char *buffer;

public:
  Connection() : buffer(nullptr) {}
  ~Connection() { delete[] buffer; }
  void init_careless(int size) { buffer = new char[size]; }
  void init_careful(int size) {
    delete[] buffer;
    buffer = new char[size];
  }
};

// CHECK-DAG: [[#@LINE+4]]:14: warning: {{.*}} is lost here: 'connection.buffer' is the last pointer to it [leak]
void again_bad() {
  Connection connection;
  connection.init_careless(4);
  connection.init_careless(8);
}

void once_ok() {
  Connection connection;
  connection.init_careless(4);
}

void again_ok() {
  Connection connection;
  connection.init_careful(4);
  connection.init_careful(8);
}

class Person {
  char *name, *mail;

public:
  Person() : name(new char[9]), mail(nullptr) {}
  // CHECK-DAG: [[#@LINE+1]]:30: warning: {{.*}} is lost here: 'mail' is the last pointer to it [leak]
  ~Person() { delete[] name; }
  void set_mail(int size) {
    delete[] mail;
    mail = new char[size];
  }
};

void person() {
  Person person;
  person.set_mail(3);
}
// CHECK: 2 leaks in 1 file
