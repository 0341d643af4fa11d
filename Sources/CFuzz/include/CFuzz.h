// Runs a function under libFuzzer where the program was built with it (scripts/fuzz).
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef int (*cfuzz_function)(const uint8_t *bytes, size_t count);

/// Gives the function bytes until time is up or it crashes; returns the exit status, or -1 where there is no fuzzer.
int cfuzz_run(int count, char **arguments, cfuzz_function function);
