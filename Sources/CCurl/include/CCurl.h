// libcurl, loaded when something is fetched for the first time: linked, it and the 30 libraries behind it would take
// longer to load than the whole program takes to show a page. Only types and numbers come from <curl/curl.h>; what Swift
// calls are the functions below, none of which takes variable arguments. All but ccurl_load want it to have succeeded.
#pragma once
#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

// For CURLOPT_HTTPAUTH: the server chooses. The macros have casts, which Swift does not import.
enum { CCURL_AUTH_BASIC_OR_DIGEST = CURLAUTH_BASIC | CURLAUTH_DIGEST };

// Loads the library, once a process, from any thread. NULL when it is there; else why not, in a text that stays.
const char *ccurl_load(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_easy_set_number(CURL *easy, CURLoption option, long value);
CURLcode ccurl_easy_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value);
// What takes the headers (CURLOPT_HEADERFUNCTION) or the body (CURLOPT_WRITEFUNCTION).
CURLcode ccurl_easy_set_taker(CURL *easy, CURLoption option, curl_write_callback taker);
// Sets the function that opens sockets (CURLOPT_OPENSOCKETFUNCTION). It receives CURLOPT_OPENSOCKETDATA.
CURLcode ccurl_easy_set_opener(CURL *easy, curl_opensocket_callback opener);
long ccurl_easy_number(CURL *easy, CURLINFO info);
CURLcode ccurl_easy_pause(CURL *easy, int directions);
const char *ccurl_easy_strerror(CURLcode code);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

CURLM *ccurl_multi_init(void);
void ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi);
CURLMcode ccurl_multi_poll(CURLM *multi, int milliseconds);
// May be called from any thread.
CURLMcode ccurl_multi_wakeup(CURLM *multi);
// The next transfer that has ended, and how; NULL when no other has.
CURL *ccurl_multi_next_ended(CURLM *multi, CURLcode *result);

// The address that a reference stands for where it is read at another address (RFC 3986, section 5), as libcurl itself
// takes it; NULL where there is none. To be freed by ccurl_free.
char *ccurl_resolve(const char *base, const char *reference);
void ccurl_free(char *text);
