// A library's destructor frees what was stored in the object.
// RUN: %python %driver/status.py 1 %custody check --engine=summary %s --no-cache --spec %S/Inputs/key.own | FileCheck %s --implicit-check-not='warning: '
// RUN: %custody specs check %S/Inputs/key.own
#include <stdlib.h>

typedef struct number NUMBER;
typedef struct key {
  NUMBER *modulus;
  NUMBER *exponent;
} KEY;
KEY *KEY_new(void);
void KEY_free(KEY *);
NUMBER *NUMBER_new(void);
void NUMBER_free(NUMBER *);

void parts_ok(void) {
  KEY *key = KEY_new();
  if (!key)
    return;
  key->modulus = NUMBER_new();
  key->exponent = NUMBER_new();
  KEY_free(key);
}

KEY *error_path_ok(void) {
  KEY *key = KEY_new();
  if (!key)
    return NULL;
  if ((key->modulus = NUMBER_new()) == NULL || (key->exponent = NUMBER_new()) == NULL) {
    KEY_free(key);
    return NULL;
  }
  return key;
}

void not_stored_bad(void) {
  KEY *key = KEY_new();
  NUMBER *number = NUMBER_new();
  if (!number || !key)
    exit(1);
  KEY_free(key);
} // CHECK: :[[@LINE]]:{{.*}}[leak]

void key_bad(void) {
  KEY *key = KEY_new();
  if (!key)
    return;
  key->modulus = NUMBER_new();
  NUMBER_free(key->modulus);
} // CHECK: :[[@LINE]]:{{.*}}[leak]
