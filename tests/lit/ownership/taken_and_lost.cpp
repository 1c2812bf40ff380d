// What an owning field has is taken out of it, and whoever took it loses it: the result of a method that hands over is
// dropped, or kept in a variable that ends. A field that is only overwritten may have been empty; that is told with
// receiver-fields.
// RUN: %custody check --engine=ownership %s > %t || true
// RUN: FileCheck %s --input-file=%t --implicit-check-not='warning: '
struct Thing {
  int value;
};

class Cell {
  Thing *thing;

public:
  Cell() : thing(nullptr) {}
  ~Cell() { delete thing; }
  Thing *replace(Thing *next) {
    Thing *old = thing;
    thing = next;
    return old;
  }
  Thing *take() {
    Thing *old = thing;
    thing = nullptr;
    return old;
  }
  void overwrite(Thing *next) { thing = next; }
  void reset() { delete replace(nullptr); }
};

// CHECK: [[#@LINE+4]]:8: warning: memory is lost here [leak]
// CHECK: note: the field 'cell->thing' owns what it points to: 'Cell::~Cell' deletes it
// CHECK: note: lost here: it was taken out of 'cell->thing', and nobody keeps it
void dropped_bad(Cell &cell) {
  cell.replace(new Thing);
}

void replaced_ok(Cell &cell) {
  delete cell.replace(new Thing);
}

// CHECK: [[#@LINE+4]]:5: warning: memory is lost here: 'thing' is the last pointer to it [leak]
int some_way_bad(Cell *cell, bool isWanted) {
  Thing *thing = cell->take();
  if (!isWanted)
    return 0;
  const int value = thing->value;
  delete thing;
  return value;
}

void moved_ok(Cell &from, Cell &to) {
  delete to.replace(from.take());
}

Thing *passed_on_ok(Cell &cell) {
  return cell.take();
}

void null_ok(Cell &cell) {
  Thing *thing = cell.take();
  if (!thing)
    return;
  delete thing;
}
