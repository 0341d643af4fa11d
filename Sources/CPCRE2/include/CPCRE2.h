// PCRE2, loaded with the first regular expression: few commands have one, and linked it would take its time of all. All
// but cpcre2_load want that to have succeeded. A pattern is never changed once it is compiled: any number of threads may
// match with it at once.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// Loads the library, once a process, from any thread. NULL when it is there; else why not, in a text that stays.
const char *cpcre2_load(void);

typedef struct cpcre2_pattern cpcre2_pattern;

// Where a group matched, in bytes of the text; both -1 where it took no part.
typedef struct {
  ptrdiff_t start, end;
} cpcre2_range;

enum cpcre2_result {
  CPCRE2_NONE,
  CPCRE2_FOUND,
  // It came to the end of its steps or of its memory, or would call itself for ever.
  CPCRE2_TOO_MUCH,
  CPCRE2_FAILED,
};

// Compiles a pattern of UTF-8. NULL where it is none: then `problem`, of so many bytes, says why, and `*place` where, in
// bytes of the pattern. To be freed by cpcre2_free.
cpcre2_pattern *cpcre2_compile(
    const char *pattern, size_t length, bool ignores_case, char *problem, size_t size, size_t *place);
void cpcre2_free(cpcre2_pattern *pattern);
// How many groups it has, the whole match not among them.
size_t cpcre2_groups(const cpcre2_pattern *pattern);

// Looks for the first match in well-formed UTF-8 that begins at a place or behind it.
//
// `steps` is how many steps it may take: each thing that is tried is one, and each byte that is passed meanwhile. Nothing
// else ends a pattern that tries ever more combinations. `ranges` takes those of the whole match and the groups, as many as
// there is room for.
enum cpcre2_result cpcre2_match(
    const cpcre2_pattern *pattern, const char *text, size_t length, size_t start, size_t steps, cpcre2_range *ranges,
    size_t count);
