// Putting the terminal back, from wherever the process ends.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// Remembers how the terminal is now, and what to write to put it back; takes over the signals.
bool restore_arm(const char *sequence, size_t length);
// Gives the signals back.
void restore_disarm(void);
// The end of a pipe on which the signals arrive that are no ends.
int restore_signals(void);
