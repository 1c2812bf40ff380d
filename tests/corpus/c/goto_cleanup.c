// Labels in the order of acquisition: jumping to the wrong one, or past one, loses what lies between.
#include <stdlib.h>
#include <string.h>

struct device {
  char *name;
  int *registers;
  unsigned char *ring;
};

struct device *probe_bad(const char *name, size_t ring) {
  struct device *device = malloc(sizeof *device); // alloc: DEVICE
  if (!device)
    goto fail;
  device->name = strdup(name);
  if (!device->name)
    goto fail_device;
  device->registers = calloc(32, sizeof(int)); // alloc: REGISTERS
  if (!device->registers)
    goto fail_name;
  if (ring == 0)
    goto fail_name;
  device->ring = malloc(ring);
  if (!device->ring)
    goto fail_registers;
  return device;

fail_registers:
  free(device->registers);
fail_name:
  free(device->name);
fail_device:
  free(device); // expect: leak alloc=REGISTERS
fail:
  return NULL;
}

struct device *probe_ok(const char *name, size_t ring) {
  struct device *device = malloc(sizeof *device);
  if (!device)
    goto fail;
  device->name = strdup(name);
  if (!device->name)
    goto fail_device;
  device->registers = calloc(32, sizeof(int));
  if (!device->registers)
    goto fail_name;
  if (ring == 0)
    goto fail_registers;
  device->ring = malloc(ring);
  if (!device->ring)
    goto fail_registers;
  return device;

fail_registers:
  free(device->registers);
fail_name:
  free(device->name);
fail_device:
  free(device);
fail:
  return NULL;
}

void device_free(struct device *device) {
  if (!device)
    return;
  free(device->ring);
  free(device->registers);
  free(device->name);
  free(device);
}

int checksum_bad(const char *text) {
  int *sums = malloc(4 * sizeof *sums); // alloc: SUMS
  int result = -1;
  if (!sums)
    return -1;
  memset(sums, 0, 4 * sizeof *sums);
  for (size_t i = 0; text[i]; i++) {
    if (text[i] == '!')
      goto done;
    sums[i % 4] += text[i];
  }
  result = sums[0] + sums[1] + sums[2] + sums[3];
  free(sums);
done:
  return result; // expect: leak alloc=SUMS
}

int checksum_ok(const char *text) {
  int *sums = malloc(4 * sizeof *sums);
  int result = -1;
  if (!sums)
    return -1;
  memset(sums, 0, 4 * sizeof *sums);
  for (size_t i = 0; text[i]; i++) {
    if (text[i] == '!')
      goto done;
    sums[i % 4] += text[i];
  }
  result = sums[0] + sums[1] + sums[2] + sums[3];
done:
  free(sums);
  return result;
}

#ifdef CORPUS_MAIN_OK
int main(void) {
  device_free(probe_ok("eth", 0));
  device_free(probe_ok("eth", 64));
  checksum_ok("ab!");
  return checksum_ok("ab") > 0 ? 0 : 1;
}
#endif
#ifdef CORPUS_MAIN_BAD
int main(void) {
  device_free(probe_bad("eth", 0));
  return checksum_bad("ab!");
}
#endif
