// What PDFs say of themselves, by libqpdf, loaded when a folder of e-books is read for the first time: whoever has none needs no
// library. Its headers are not needed to build.
//
// PDFs come from anybody. A file that makes the library crash, run for ever or fill the memory must not do so to the program: so
// each is read in a process of its own (fork(2)), which has a limit of memory and of time, and ends with the answer.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Loads the library, once a process, from any thread. NULL when it is there; else why not, in a text that stays.
const char *cqpdf_load(void);

enum cqpdf_result {
  CQPDF_READ,
  // It is no PDF, or damaged.
  CQPDF_DAMAGED,
  // A password opens it.
  CQPDF_ENCRYPTED,
  // The library crashed.
  CQPDF_CRASHED,
  // It took more time than it may.
  CQPDF_TOO_LONG,
  // It took more memory than it may.
  CQPDF_TOO_MUCH,
  // The caller did not want the answer any more.
  CQPDF_CANCELLED,
  // No process could be made.
  CQPDF_FAILED,
};

struct cqpdf_limits {
  // Bytes of memory beside what the program has.
  size_t memory;
  // Seconds of a processor, and of a clock.
  unsigned processor_seconds, seconds;
  // A larger file that is damaged is not searched from its beginning to its end for what can be mended.
  size_t mended;
};

// Reads a PDF. Wants cqpdf_load to have succeeded.
//
// `descriptor` is that of the file, open for reading, and `size` how many bytes it has. `is_cancelled` is asked some ten times
// a second. `answer` takes as much of the answer as it has room for, and `length` how much that was: texts in UTF-8, each with
// a letter in front and a NUL behind it: T, A, S, K of the information dictionary (title, author, subject, keywords), I for a
// number of ISBN there, P for the number of pages, and at the end, with all bytes that are left, X for the XMP packet.
enum cqpdf_result cqpdf_read(
    int descriptor, size_t size, const struct cqpdf_limits *limits, bool (*is_cancelled)(void), char *answer,
    size_t room, size_t *length);
