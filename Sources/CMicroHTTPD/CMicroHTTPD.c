#include "CMicroHTTPD.h"

#include <CLoader.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EACH_FUNCTION(apply)                                                                                        \
  apply(MHD_start_daemon) apply(MHD_stop_daemon) apply(MHD_get_connection_values_n) apply(MHD_get_connection_info)    \
  apply(MHD_suspend_connection) apply(MHD_resume_connection) apply(MHD_create_response_from_buffer)                   \
  apply(MHD_create_response_from_fd_at_offset64) apply(MHD_create_response_from_callback)                             \
  apply(MHD_add_response_header) apply(MHD_queue_response) apply(MHD_destroy_response)

#define DECLARE(name) static __typeof__(name) *loaded_##name;
EACH_FUNCTION(DECLARE)

#ifdef __APPLE__
static const char *const names[] = {"libmicrohttpd.12.dylib", NULL};
#else
static const char *const names[] = {"libmicrohttpd.so.12", NULL};
#endif
static const struct cloader_function functions[] = {EACH_FUNCTION(CLOADER_FUNCTION) {NULL, NULL}};

static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "libmicrohttpd is not installed",
    .outdated = "libmicrohttpd is older than 0.9.64: it lacks ",
};

const char *cmicrohttpd_load(void) { return cloader_load(&library); }

// What the library says while a daemon is started, by the thread that starts it. Later nobody listens.
static _Thread_local char *reason_text;
static _Thread_local size_t reason_room;

static void note(void *context, const char *format, va_list arguments) {
  (void)context;
  if (!reason_text || reason_text[0]) return;
  vsnprintf(reason_text, reason_room, format, arguments);
  reason_text[strcspn(reason_text, "\r\n")] = 0;
}

struct cmicrohttpd_daemon {
  struct cmicrohttpd_callbacks callbacks;
  void *context;
  struct MHD_Daemon *daemon;
};

static void *begin(void *context, const char *target, struct MHD_Connection *connection) {
  struct cmicrohttpd_daemon *daemon = context;
  return daemon->callbacks.begin(daemon->context, target ? target : "", connection);
}

// The target is taken apart by us; the library is to leave it as it is.
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  return strlen(text);
}

// Whether the head of a request was taken is told by the request itself: here by the first call, which has no piece.
static enum MHD_Result take(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                            const char *version, const char *piece, size_t *size, void **request) {
  (void)url;
  struct cmicrohttpd_daemon *daemon = context;
  return daemon->callbacks.take(daemon->context, connection, method, version, piece, size, *request) ? MHD_YES : MHD_NO;
}

static void end(void *context, struct MHD_Connection *connection, void **request, enum MHD_RequestTerminationCode code) {
  (void)connection;
  struct cmicrohttpd_daemon *daemon = context;
  if (*request) daemon->callbacks.end(daemon->context, *request, code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
  *request = NULL;
}

static enum MHD_Result accept_peer(void *context, const struct sockaddr *address, socklen_t size) {
  (void)address, (void)size;
  struct cmicrohttpd_daemon *daemon = context;
  return daemon->callbacks.accept(daemon->context) ? MHD_YES : MHD_NO;
}

static void notice(void *context, struct MHD_Connection *connection, void **ours,
                   enum MHD_ConnectionNotificationCode code) {
  (void)ours;
  struct cmicrohttpd_daemon *daemon = context;
  const union MHD_ConnectionInfo *info = loaded_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  daemon->callbacks.connection(daemon->context, connection, info ? info->connect_fd : -1,
                               code == MHD_CONNECTION_NOTIFY_STARTED);
}

struct cmicrohttpd_daemon *cmicrohttpd_start(const struct cmicrohttpd_settings *settings, char *reason,
                                             size_t reason_size) {
  struct cmicrohttpd_daemon *ours = calloc(1, sizeof *ours);
  if (!ours) return NULL;
  ours->callbacks = settings->callbacks;
  ours->context = settings->context;
  struct MHD_OptionItem options[16];
  size_t count = 0;
#define OPTION(name, number, pointer) \
  options[count++] = (struct MHD_OptionItem) { MHD_OPTION_##name, (intptr_t)(number), (void *)(pointer) }
  OPTION(LISTEN_SOCKET, settings->listener, NULL);
  if (settings->threads > 1) OPTION(THREAD_POOL_SIZE, settings->threads, NULL);
  OPTION(CONNECTION_LIMIT, settings->connections, NULL);
  OPTION(PER_IP_CONNECTION_LIMIT, settings->connections_per_address, NULL);
  OPTION(CONNECTION_MEMORY_LIMIT, settings->memory, NULL);
  OPTION(CONNECTION_TIMEOUT, settings->timeout, NULL);
  // We check hosts and targets: 0.9.75 sends the head of its own refusal of a request without a host twice.
  OPTION(STRICT_FOR_CLIENT, 0, NULL);
  OPTION(URI_LOG_CALLBACK, begin, ours);
  OPTION(UNESCAPE_CALLBACK, leave_escaped, NULL);
  OPTION(NOTIFY_COMPLETED, end, ours);
  OPTION(NOTIFY_CONNECTION, notice, ours);
  if (settings->certificate && settings->key) {
    OPTION(HTTPS_MEM_CERT, 0, settings->certificate);
    // RFC 8996: earlier versions are not to be used.
    OPTION(HTTPS_PRIORITIES, 0, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1:-VERS-DTLS-ALL");
    OPTION(HTTPS_MEM_KEY, 0, settings->key);
  }
  OPTION(END, 0, NULL);
#ifdef __linux__
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD;
#else
  unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD;
#endif
  flags |= MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME;
  if (settings->certificate && settings->key) flags |= MHD_USE_TLS;
  reason[0] = 0;
  reason_text = reason;
  reason_room = reason_size;
  // The logger stands first: what comes before it would be told to standard error.
  ours->daemon = loaded_MHD_start_daemon(flags, 0, accept_peer, ours, take, ours, MHD_OPTION_EXTERNAL_LOGGER, note, NULL,
                                         MHD_OPTION_ARRAY, options, MHD_OPTION_END);
  reason_text = NULL;
  if (ours->daemon) return ours;
  free(ours);
  return NULL;
}

void cmicrohttpd_stop(struct cmicrohttpd_daemon *daemon) {
  loaded_MHD_stop_daemon(daemon->daemon);
  free(daemon);
}

struct taker {
  void *context;
  void (*take)(void *context, const char *name, size_t name_size, const char *value, size_t value_size);
};

static enum MHD_Result take_field(void *context, enum MHD_ValueKind kind, const char *name, size_t name_size,
                                  const char *value, size_t value_size) {
  (void)kind;
  struct taker *taker = context;
  taker->take(taker->context, name, name_size, value ? value : "", value ? value_size : 0);
  return MHD_YES;
}

void cmicrohttpd_fields(struct MHD_Connection *connection, void *context,
                        void (*take)(void *context, const char *name, size_t name_size, const char *value,
                                     size_t value_size)) {
  struct taker taker = {context, take};
  loaded_MHD_get_connection_values_n(connection, MHD_HEADER_KIND, take_field, &taker);
}

const struct sockaddr *cmicrohttpd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      loaded_MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

void cmicrohttpd_suspend(struct MHD_Connection *connection) { loaded_MHD_suspend_connection(connection); }
void cmicrohttpd_resume(struct MHD_Connection *connection) { loaded_MHD_resume_connection(connection); }

struct MHD_Response *cmicrohttpd_bytes(const void *bytes, size_t size) {
  return loaded_MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

struct MHD_Response *cmicrohttpd_file(int descriptor, uint64_t offset, uint64_t size) {
  struct MHD_Response *response = loaded_MHD_create_response_from_fd_at_offset64(size, descriptor, offset);
  if (!response) close(descriptor);
  return response;
}

struct MHD_Response *cmicrohttpd_stream(size_t piece, cmicrohttpd_reader reader, void *context,
                                        void (*release)(void *context)) {
  struct MHD_Response *response =
      loaded_MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, piece, reader, context, release);
  if (!response) release(context);
  return response;
}

static ssize_t break_off(void *context, uint64_t position, char *buffer, size_t size) {
  (void)context, (void)position, (void)buffer, (void)size;
  return MHD_CONTENT_READER_END_WITH_ERROR;
}

struct MHD_Response *cmicrohttpd_length(uint64_t size) {
  return loaded_MHD_create_response_from_callback(size, 1024, break_off, NULL, NULL);
}

bool cmicrohttpd_add_field(struct MHD_Response *response, const char *name, const char *value) {
  return loaded_MHD_add_response_header(response, name, value) == MHD_YES;
}

bool cmicrohttpd_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  enum MHD_Result result = loaded_MHD_queue_response(connection, status, response);
  loaded_MHD_destroy_response(response);
  return result == MHD_YES;
}
