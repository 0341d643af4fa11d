// QR codes (ISO/IEC 18004), made by libqrencode; loaded with the first code.
#pragma once
#include <stddef.h>

// Loads the library. Only the first call does this. May be called from any thread.
//
// Returns NULL, or a message that says why the library cannot be used. The message is never freed.
const char *cqrencode_load(void);

// The modules on one side of the largest code.
#define CQRENCODE_MAX_WIDTH 177

// Makes the smallest code for a text, row by row, without its quiet zone. A byte is 1 for a dark module and 0 for a light
// one. Requires that cqrencode_load has succeeded.
//
// Returns the modules on one side, or 0 if the text does not fit in a code.
size_t cqrencode_make(const char *text, unsigned char modules[CQRENCODE_MAX_WIDTH * CQRENCODE_MAX_WIDTH]);
