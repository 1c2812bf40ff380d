// Exits times nested cleanups may be too much: then the function says so, stays sound, and is not larger than its bound.
// RUN: %custody dump --verify %s | FileCheck %s --check-prefix=VERIFY
// RUN: %custody dump --function=deep %s | FileCheck %s
// RUN: %custody dump --stats --format=json %s -o %t.json
// RUN: %python -c "import json; assert json.load(open('%t.json'))['statements'] < 40000"
void cleaner(char **p);
int test(int);
char *get(void);
#define OWN __attribute__((cleanup(cleaner))) char *p = get();
#define EXIT(n) if (test(n)) return n;
#define EXITS(n) EXIT(n) EXIT(n + 1) EXIT(n + 2) EXIT(n + 3) EXIT(n + 4) EXIT(n + 5) EXIT(n + 6) EXIT(n + 7)
#define MORE(n) EXITS(n) EXITS(n + 8) EXITS(n + 16) EXITS(n + 24)
#define NEST(body) { OWN body }
#define NEST4(body) NEST(NEST(NEST(NEST(body))))
int deep(int n) {
  NEST4(NEST(NEST(NEST(NEST(NEST({
    OWN {
      OWN {
        OWN {
          OWN {
            OWN {
              OWN {
                OWN {
                  OWN {
                    OWN {
                      OWN {
                        OWN {
                          OWN {
                            OWN MORE(100) MORE(200) MORE(300) MORE(400) MORE(500) MORE(600)
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }))))))
  return 0;
}
// VERIFY: 1 module verified, 0 with errors
// CHECK: function deep({{.*}} over-budget
