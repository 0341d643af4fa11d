// What Swift needs of the C library's memory allocation and does not import by itself.
#pragma once
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// From how many free bytes on memory is given back to the system (mallopt(3)); without effect but on glibc.
static inline void cmemory_give_back_from(int bytes) {
#ifdef __GLIBC__
  mallopt(M_TRIM_THRESHOLD, bytes);
#else
  (void)bytes;
#endif
}
