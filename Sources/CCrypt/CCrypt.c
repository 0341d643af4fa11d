#include "CCrypt.h"

#include <CLoader.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<crypt.h>)
#include <crypt.h>
#endif

#ifdef CRYPT_MAX_PASSPHRASE_SIZE
_Static_assert(CCRYPT_HASH_SIZE >= CRYPT_OUTPUT_SIZE && CCRYPT_HASH_SIZE >= CRYPT_GENSALT_OUTPUT_SIZE, "a hash fits");

static __typeof__(crypt_gensalt_rn) *loaded_crypt_gensalt_rn;
static __typeof__(crypt_rn) *loaded_crypt_rn;

static const char *const names[] = {"libcrypt.so.1", "libcrypt.so.2", NULL};
static const struct cloader_function functions[] = {
    CLOADER_FUNCTION(crypt_gensalt_rn) CLOADER_FUNCTION(crypt_rn) {NULL, NULL}};

static const char *set_up(void *handle) {
  (void)handle;
  char setting[CCRYPT_HASH_SIZE];
  return ccrypt_setting(setting) == 0 ? NULL : "libcrypt is too old: it lacks yescrypt";
}

// The C library's own libcrypt, of long ago, has neither these functions nor yescrypt.
static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "libcrypt is not installed",
    .outdated = "libcrypt is too old: it lacks ",
    .set_up = set_up,
};

const char *ccrypt_load(void) { return cloader_load(&library); }

int ccrypt_setting(char setting[CCRYPT_HASH_SIZE]) {
  return loaded_crypt_gensalt_rn("$y$", 0, NULL, 0, setting, CCRYPT_HASH_SIZE) ? 0 : -1;
}

int ccrypt_hash(const char *password, const char *setting, char hash[CCRYPT_HASH_SIZE]) {
  struct crypt_data *data = calloc(1, sizeof *data);
  if (!data) return -1;
  const char *made = loaded_crypt_rn(password, setting, data, (int)sizeof *data);
  size_t length = made ? strlen(made) : 0;
  // A hash that begins with an asterisk reports a failure.
  int fits = made && made[0] != '*' && length < CCRYPT_HASH_SIZE;
  if (fits) memcpy(hash, made, length + 1);
  explicit_bzero(data, sizeof *data);
  free(data);
  return fits ? 0 : -1;
}
#else
const char *ccrypt_load(void) { return "this system has no crypt with yescrypt"; }

int ccrypt_setting(char setting[CCRYPT_HASH_SIZE]) {
  setting[0] = 0;
  return -1;
}

int ccrypt_hash(const char *password, const char *setting, char hash[CCRYPT_HASH_SIZE]) {
  hash[0] = 0;
  return password && setting ? -1 : -1;
}
#endif

int ccrypt_equal(const char *one, const char *other, size_t length) {
  unsigned char difference = 0;
  for (size_t index = 0; index < length; index++) difference |= (unsigned char)(one[index] ^ other[index]);
  return difference == 0;
}
