#include "CFuzz.h"

// There only when the linker was given -fsanitize=fuzzer.
__attribute__((weak)) int LLVMFuzzerRunDriver(int *count, char ***arguments, cfuzz_function function);

int cfuzz_run(int count, char **arguments, cfuzz_function function) {
  if (!LLVMFuzzerRunDriver) return -1;
  return LLVMFuzzerRunDriver(&count, &arguments, function);
}
