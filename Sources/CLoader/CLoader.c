#include "CLoader.h"

#include <dlfcn.h>
#include <pthread.h>
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

static const char *load(const struct cloader_library *library) {
  void *handle = NULL;
  for (const char *const *name = library->names; !handle && *name; name++) {
    handle = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
  }
  if (!handle) return library->absent;
  for (const struct cloader_function *function = library->functions; function->name; function++) {
    *function->address = dlsym(handle, function->name);
    if (!*function->address) return joined(library->outdated, function->name);
  }
  return library->set_up ? library->set_up(handle) : NULL;
}

const char *cloader_load(struct cloader_library *library) {
  static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&loading);
  if (!library->is_loaded) {
    library->failure = load(library);
    library->is_loaded = true;
  }
  pthread_mutex_unlock(&loading);
  return library->failure;
}
