#ifndef CLOADER_H
#define CLOADER_H

#include <stdbool.h>
#include <stddef.h>

// A function or variable of a shared library, and the variable that receives its address.
struct cloader_function {
  const char *name;
  void **address;
};

// A shared library that the program loads at first use.
struct cloader_library {
  // The file names to try, in this order. The last entry is NULL.
  const char *const *names;
  // The functions that the program calls. The name of the last entry is NULL.
  const struct cloader_function *functions;
  // The message if the library is not installed.
  const char *absent;
  // The message if a function is missing. The name of the function follows it.
  const char *outdated;
  // Sets the library up once its functions are known; NULL if nothing is to be done. Returns NULL, or a message that
  // says why the library cannot be used.
  const char *(*set_up)(void *handle);
  // The state of the library, which only cloader_load reads and writes.
  bool is_loaded;
  const char *failure;
};

// The entry of a function whose address is stored in the variable `loaded_NAME`.
#define CLOADER_FUNCTION(name) {#name, (void **)&loaded_##name},

// Loads a library and stores the addresses of its functions. Only the first call for a library does this; all others
// return its result. May be called from any thread.
//
// Returns NULL, or a message that says why the library cannot be used. The message is never freed.
const char *cloader_load(struct cloader_library *library);

#endif
