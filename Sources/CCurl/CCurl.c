#include "CCurl.h"

#include <CLoader.h>

// Macros that check the arguments of the variadic functions: here these are pointers.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define EACH_FUNCTION(apply)                                                                                        \
  apply(curl_global_init) apply(curl_easy_init) apply(curl_easy_cleanup) apply(curl_easy_setopt)                      \
  apply(curl_easy_getinfo) apply(curl_easy_pause) apply(curl_easy_strerror) apply(curl_slist_append)                  \
  apply(curl_slist_free_all) apply(curl_multi_init) apply(curl_multi_cleanup) apply(curl_multi_setopt)                \
  apply(curl_multi_add_handle) apply(curl_multi_remove_handle) apply(curl_multi_perform) apply(curl_multi_poll)       \
  apply(curl_multi_wakeup) apply(curl_multi_info_read) apply(curl_url) apply(curl_url_set) apply(curl_url_get)        \
  apply(curl_url_cleanup) apply(curl_free)

#define DECLARE(name) static __typeof__(name) *loaded_##name;
EACH_FUNCTION(DECLARE)

#ifdef __APPLE__
static const char *const names[] = {"libcurl.4.dylib", NULL};
#else
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
#endif
static const struct cloader_function functions[] = {EACH_FUNCTION(CLOADER_FUNCTION) {NULL, NULL}};

static const char *set_up(void *handle) {
  (void)handle;
  return loaded_curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "libcurl cannot be set up";
}

static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "libcurl is not installed",
    .outdated = "libcurl is older than 7.68: it lacks ",
    .set_up = set_up,
};

const char *ccurl_load(void) { return cloader_load(&library); }

CURL *ccurl_easy_init(void) { return loaded_curl_easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { loaded_curl_easy_cleanup(easy); }

CURLcode ccurl_easy_set_number(CURL *easy, CURLoption option, long value) {
  return loaded_curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_text(CURL *easy, CURLoption option, const char *value) {
  return loaded_curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return loaded_curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_easy_set_taker(CURL *easy, CURLoption option, curl_write_callback taker) {
  return loaded_curl_easy_setopt(easy, option, taker);
}

CURLcode ccurl_easy_set_opener(CURL *easy, curl_opensocket_callback opener) {
  return loaded_curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
}

long ccurl_easy_number(CURL *easy, CURLINFO info) {
  long value = 0;
  return loaded_curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

CURLcode ccurl_easy_pause(CURL *easy, int directions) { return loaded_curl_easy_pause(easy, directions); }
const char *ccurl_easy_strerror(CURLcode code) { return loaded_curl_easy_strerror(code); }

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
  return loaded_curl_slist_append(list, text);
}

void ccurl_slist_free_all(struct curl_slist *list) { loaded_curl_slist_free_all(list); }

CURLM *ccurl_multi_init(void) { return loaded_curl_multi_init(); }
void ccurl_multi_cleanup(CURLM *multi) { loaded_curl_multi_cleanup(multi); }

CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return loaded_curl_multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return loaded_curl_multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return loaded_curl_multi_remove_handle(multi, easy); }

CURLMcode ccurl_multi_perform(CURLM *multi) {
  int running;
  return loaded_curl_multi_perform(multi, &running);
}

CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds) {
  return loaded_curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(CURLM *multi) { return loaded_curl_multi_wakeup(multi); }

CURL *ccurl_multi_next_ended(CURLM *multi, CURLcode *result) {
  CURLMsg *message;
  int remaining;
  while ((message = loaded_curl_multi_info_read(multi, &remaining))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

char *ccurl_resolve(const char *base, const char *reference) {
  CURLU *address = loaded_curl_url();
  char *resolved = NULL;
  if (!address) return NULL;
  if (loaded_curl_url_set(address, CURLUPART_URL, base, 0) != CURLUE_OK ||
      loaded_curl_url_set(address, CURLUPART_URL, reference, CURLU_URLENCODE) != CURLUE_OK ||
      loaded_curl_url_get(address, CURLUPART_URL, &resolved, 0) != CURLUE_OK) {
    resolved = NULL;
  }
  loaded_curl_url_cleanup(address);
  return resolved;
}

void ccurl_free(char *text) { loaded_curl_free(text); }
