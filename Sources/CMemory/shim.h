// What Swift needs of the C library's memory functions and does not import by itself.
#pragma once
#include <stddef.h>
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

// An extension of the C libraries of Linux and Apple, which their headers show to few.
void *memmem(const void *bytes, size_t count, const void *part, size_t part_count);

// Where some bytes stand in others first (memmem(3)); null where they do not.
static inline const void *cmemory_find(const void *part, size_t part_count, const void *bytes, size_t count) {
  return memmem(bytes, count, part, part_count);
}
