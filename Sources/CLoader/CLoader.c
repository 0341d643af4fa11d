#include "CLoader.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const char *joined(const char *text, const char *name) {
  size_t length = strlen(text), rest = strlen(name) + 1;
  char *message = malloc(length + rest);
  if (!message) return text;
  memcpy(message, text, length);
  memcpy(message + length, name, rest);
  return message;
}

const char *cloader_load(const struct cloader_library *library, void **handle) {
  void *opened = NULL;
  for (const char *const *name = library->names; !opened && *name; name++) {
    opened = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
  }
  if (!opened) return library->absent;
  for (const struct cloader_function *function = library->functions; function->name; function++) {
    *function->address = dlsym(opened, function->name);
    if (!*function->address) return joined(library->outdated, function->name);
  }
  if (handle) *handle = opened;
  return NULL;
}
