// libmicrohttpd, loaded when a server is started for the first time: linked, it and GnuTLS behind it would be loaded by
// every command. Only types and numbers come from <microhttpd.h>; what Swift calls are the functions below, none of which
// takes variable arguments. All but cmicrohttpd_load want it to have succeeded.
#pragma once
#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// Loads the library, once a process, from any thread. NULL when it is there; else why not, in a text that stays.
const char *cmicrohttpd_load(void);

// What is called on the library's threads. `context` is that of the settings; `request` is whatever `begin` has made of one.
struct cmicrohttpd_callbacks {
  // A request line was read, with its target as it was sent.
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  // Its head is there (size NULL at first), a piece of its body (*size above 0, to be set to 0), its end (*size is 0).
  // false closes the connection.
  bool (*take)(void *context, struct MHD_Connection *connection, const char *method, const char *version, const char *piece,
               size_t *size, void *request);
  // It is over, answered or not. Called once for each `begin`.
  void (*end)(void *context, void *request, bool is_answered);
  // A connection was made; whether it is wanted.
  bool (*accept)(void *context);
  // A connection came, or is about to be closed; its descriptor lives until the second call returns.
  void (*connection)(void *context, struct MHD_Connection *connection, int descriptor, bool is_open);
};

struct cmicrohttpd_settings {
  // Bound and listening; the library closes it with the daemon.
  int listener;
  unsigned int threads;
  unsigned int connections;
  // 0: as many as there may be.
  unsigned int connections_per_address;
  // Bytes that a connection takes for its head and its buffers.
  size_t memory;
  // Seconds without any byte.
  unsigned int timeout;
  // In PEM, both or neither. They must live as long as the daemon.
  const char *certificate;
  const char *key;
  struct cmicrohttpd_callbacks callbacks;
  void *context;
};

// NULL where it cannot start; `reason` says why, as far as the library does.
struct cmicrohttpd_daemon;
struct cmicrohttpd_daemon *cmicrohttpd_start(const struct cmicrohttpd_settings *settings, char *reason,
                                             size_t reason_size);
// Ends all connections and threads. No connection may be suspended, or be suspended meanwhile.
void cmicrohttpd_stop(struct cmicrohttpd_daemon *daemon);

// Calls for each header field of a request, in their order. Names and values live as long as the request.
void cmicrohttpd_fields(struct MHD_Connection *connection, void *context,
                        void (*take)(void *context, const char *name, size_t name_size, const char *value,
                                     size_t value_size));
// Who is at the other end; NULL where that is unknown.
const struct sockaddr *cmicrohttpd_peer(struct MHD_Connection *connection);

// Only within `take` or a reader.
void cmicrohttpd_suspend(struct MHD_Connection *connection);
void cmicrohttpd_resume(struct MHD_Connection *connection);

// Fills a buffer with at least one byte and says how many, or ends (-1), or breaks off (-2); 0 after it has suspended.
typedef ssize_t (*cmicrohttpd_reader)(void *context, uint64_t position, char *buffer, size_t size);

struct MHD_Response *cmicrohttpd_bytes(const void *bytes, size_t size);
// Takes the descriptor over, and closes it, also where it returns NULL.
struct MHD_Response *cmicrohttpd_file(int descriptor, uint64_t offset, uint64_t size);
// A body of unknown length. `release` is called at the end with the context, in any case.
struct MHD_Response *cmicrohttpd_stream(size_t piece, cmicrohttpd_reader reader, void *context,
                                        void (*release)(void *context));
// A body of a known length that is never sent: the answer to HEAD.
struct MHD_Response *cmicrohttpd_length(uint64_t size);
bool cmicrohttpd_add_field(struct MHD_Response *response, const char *name, const char *value);
// Sends the answer, and lets go of it.
bool cmicrohttpd_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
