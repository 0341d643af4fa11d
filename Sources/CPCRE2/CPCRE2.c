#define PCRE2_CODE_UNIT_WIDTH 8
#include "CPCRE2.h"

#include <CLoader.h>
#include <pcre2.h>
#include <stdint.h>
#include <stdlib.h>

// The names stand for those of the functions with the width of a unit behind them, which the linker knows.
#define EACH_FUNCTION(apply)                                                                                        \
  apply(pcre2_compile) apply(pcre2_code_free) apply(pcre2_pattern_info) apply(pcre2_get_error_message)                \
  apply(pcre2_match_context_create) apply(pcre2_match_context_free) apply(pcre2_set_callout)                          \
  apply(pcre2_set_heap_limit) apply(pcre2_match_data_create_from_pattern) apply(pcre2_match_data_free)                \
  apply(pcre2_match) apply(pcre2_get_ovector_pointer)

#define JOIN(prefix, name) prefix##name
#define LOADED(name) JOIN(loaded_, name)
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

#define DECLARE(name) static __typeof__(name) *LOADED(name);
EACH_FUNCTION(DECLARE)

#ifdef __APPLE__
static const char *const names[] = {"libpcre2-8.0.dylib", "/opt/homebrew/lib/libpcre2-8.0.dylib", NULL};
#else
static const char *const names[] = {"libpcre2-8.so.0", NULL};
#endif
#define FUNCTION(name) {TEXT(name), (void **)&LOADED(name)},
static const struct cloader_function functions[] = {EACH_FUNCTION(FUNCTION) {NULL, NULL}};

static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "libpcre2-8 is not installed",
    .outdated = "this libpcre2-8 lacks ",
};

const char *cpcre2_load(void) { return cloader_load(&library); }

struct cpcre2_pattern {
  pcre2_code *code;
  uint32_t groups;
};

cpcre2_pattern *cpcre2_compile(
    const char *pattern, size_t length, bool ignores_case, char *problem, size_t size, size_t *place) {
  // Letters and digits are those of Unicode. Before each part of the pattern the library calls back, by which the steps
  // are counted. A single byte (\C) would tear characters apart.
  uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;
  if (ignores_case) options |= PCRE2_CASELESS;
  int error = 0;
  *place = 0;
  pcre2_code *code = LOADED(pcre2_compile)((PCRE2_SPTR)(pattern ? pattern : ""), length, options, &error, place, NULL);
  cpcre2_pattern *made = code ? malloc(sizeof *made) : NULL;
  if (!made) {
    if (code) LOADED(pcre2_code_free)(code);
    LOADED(pcre2_get_error_message)(code ? PCRE2_ERROR_NOMEMORY : error, (PCRE2_UCHAR *)problem, size);
    return NULL;
  }
  made->code = code;
  made->groups = 0;
  LOADED(pcre2_pattern_info)(code, PCRE2_INFO_CAPTURECOUNT, &made->groups);
  return made;
}

void cpcre2_free(cpcre2_pattern *pattern) {
  LOADED(pcre2_code_free)(pattern->code);
  free(pattern);
}

size_t cpcre2_groups(const cpcre2_pattern *pattern) { return pattern->groups; }

// The steps that are left of a match, and where it was last.
struct count {
  size_t left, place;
};

static int step(pcre2_callout_block *block, void *data) {
  struct count *count = data;
  // The library's own limits count the steps from one place on, of as many places as the text has, and no bytes that a
  // single part passes: “[a-z ]*\d” passes all that is left of a long text, from each of its places on.
  size_t passed = block->current_position > count->place ? block->current_position - count->place : 0;
  count->place = block->current_position;
  if (count->left <= passed) return PCRE2_ERROR_MATCHLIMIT;
  count->left -= passed + 1;
  return 0;
}

enum cpcre2_result cpcre2_match(
    const cpcre2_pattern *pattern, const char *text, size_t length, size_t start, size_t steps, cpcre2_range *ranges,
    size_t count) {
  enum cpcre2_result result = CPCRE2_FAILED;
  struct count counted = {.left = steps, .place = start};
  pcre2_match_context *context = LOADED(pcre2_match_context_create)(NULL);
  pcre2_match_data *data = LOADED(pcre2_match_data_create_from_pattern)(pattern->code, NULL);
  if (!context || !data) goto end;
  LOADED(pcre2_set_callout)(context, step, &counted);
  // In units of 1,024 bytes.
  LOADED(pcre2_set_heap_limit)(context, 65536);
  PCRE2_SPTR subject = (PCRE2_SPTR)(text ? text : "");
  int matched = LOADED(pcre2_match)(pattern->code, subject, length, start, PCRE2_NO_UTF_CHECK, data, context);
  switch (matched) {
  case PCRE2_ERROR_NOMATCH: result = CPCRE2_NONE; goto end;
  case PCRE2_ERROR_MATCHLIMIT:
  case PCRE2_ERROR_RECURSELOOP:
  case PCRE2_ERROR_DEPTHLIMIT:
  case PCRE2_ERROR_HEAPLIMIT: result = CPCRE2_TOO_MUCH; goto end;
  }
  if (matched < 0) goto end;
  result = CPCRE2_FOUND;
  const size_t *bounds = LOADED(pcre2_get_ovector_pointer)(data);
  for (size_t index = 0; index < count; index++) {
    // What the match did not come to is unset, too. \K in a look ahead may put the beginning behind the end.
    bool is_set = index < (size_t)matched && bounds[2 * index] != PCRE2_UNSET;
    ranges[index] = is_set && bounds[2 * index] <= bounds[2 * index + 1]
        ? (cpcre2_range){.start = (ptrdiff_t)bounds[2 * index], .end = (ptrdiff_t)bounds[2 * index + 1]}
        : (cpcre2_range){.start = -1, .end = -1};
  }
end:
  if (data) LOADED(pcre2_match_data_free)(data);
  if (context) LOADED(pcre2_match_context_free)(context);
  return result;
}
