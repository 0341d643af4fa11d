#define _GNU_SOURCE
#include "CQPDF.h"

#include <CLoader.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// By qpdf/qpdf-c.h of 11.3, whose functions keep their types while the library keeps its number.
typedef struct _qpdf_data *qpdf_data;
typedef struct _qpdf_error *qpdf_error;
typedef unsigned qpdf_oh;
enum { ERRORS = 1 << 1, CODE_PASSWORD = 4, CODE_INTERNAL = 1, CODE_SYSTEM = 2, DECODE_GENERALIZED = 1 };

#define EACH_FUNCTION(apply)                                                                                         \
  apply(qpdf_data, qpdf_init, (void)) apply(void, qpdf_cleanup, (qpdf_data *))                                        \
  apply(void, qpdf_silence_errors, (qpdf_data)) apply(void, qpdf_set_suppress_warnings, (qpdf_data, int))             \
  apply(void, qpdf_set_attempt_recovery, (qpdf_data, int))                                                            \
  apply(int, qpdf_read_memory, (qpdf_data, const char *, const char *, unsigned long long, const char *))             \
  apply(int, qpdf_has_error, (qpdf_data)) apply(qpdf_error, qpdf_get_error, (qpdf_data))                              \
  apply(int, qpdf_get_error_code, (qpdf_data, qpdf_error)) apply(qpdf_oh, qpdf_get_trailer, (qpdf_data))              \
  apply(const char *, qpdf_get_error_full_text, (qpdf_data, qpdf_error))                                              \
  apply(qpdf_oh, qpdf_get_root, (qpdf_data)) apply(qpdf_oh, qpdf_oh_get_key, (qpdf_data, qpdf_oh, const char *))      \
  apply(int, qpdf_oh_is_dictionary, (qpdf_data, qpdf_oh)) apply(int, qpdf_oh_is_stream, (qpdf_data, qpdf_oh))         \
  apply(int, qpdf_oh_is_string, (qpdf_data, qpdf_oh)) apply(int, qpdf_oh_is_integer, (qpdf_data, qpdf_oh))            \
  apply(long long, qpdf_oh_get_int_value, (qpdf_data, qpdf_oh))                                                       \
  apply(const char *, qpdf_oh_get_utf8_value, (qpdf_data, qpdf_oh))                                                   \
  apply(int, qpdf_oh_get_stream_data, (qpdf_data, qpdf_oh, int, int *, unsigned char **, size_t *))

#define DECLARE(result, name, parameters) static result(*loaded_##name) parameters;
EACH_FUNCTION(DECLARE)

#ifdef __APPLE__
static const char *const names[] = {"libqpdf.29.dylib", "/opt/homebrew/lib/libqpdf.29.dylib", NULL};
#else
static const char *const names[] = {"libqpdf.so.29", "libqpdf.so.30", NULL};
#endif
#define FUNCTION(result, name, parameters) CLOADER_FUNCTION(name)
static const struct cloader_function functions[] = {EACH_FUNCTION(FUNCTION) {NULL, NULL}};

static struct cloader_library library = {
    .names = names,
    .functions = functions,
    .absent = "libqpdf is not installed",
    .outdated = "this libqpdf lacks ",
};

const char *cqpdf_load(void) { return cloader_load(&library); }

// --- In the process that reads.

static int output;

static void send(const void *bytes, size_t count) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t written = write(output, rest, count);
    if (written > 0) {
      rest += written;
      count -= (size_t)written;
    } else if (written < 0 && errno != EINTR) {
      _exit(CQPDF_FAILED);
    }
  }
}

// No text of a field that is kept is longer.
enum { TEXT_BYTES = 65536, XMP_BYTES = 1048576 };

static void send_text(char mark, const char *text) {
  size_t length = strnlen(text, TEXT_BYTES);
  if (length == 0) return;
  send(&mark, 1);
  send(text, length);
  send("", 1);
}

static void send_info(qpdf_data pdf, qpdf_oh info) {
  static const struct {
    char mark;
    const char *key;
  } keys[] = {{'T', "/Title"}, {'A', "/Author"}, {'S', "/Subject"}, {'K', "/Keywords"}, {'I', "/ISBN"}};
  if (!loaded_qpdf_oh_is_dictionary(pdf, info)) return;
  for (size_t index = 0; index < sizeof keys / sizeof *keys; index++) {
    qpdf_oh value = loaded_qpdf_oh_get_key(pdf, info, keys[index].key);
    if (loaded_qpdf_oh_is_string(pdf, value)) send_text(keys[index].mark, loaded_qpdf_oh_get_utf8_value(pdf, value));
  }
}

static enum cqpdf_result result_of_error(qpdf_data pdf) {
  qpdf_error error = loaded_qpdf_has_error(pdf) ? loaded_qpdf_get_error(pdf) : NULL;
  switch (error ? loaded_qpdf_get_error_code(pdf, error) : 0) {
  case CODE_PASSWORD: return CQPDF_ENCRYPTED;
  // What is thrown by the library's language, not by the library: there are texts of it, and no codes.
  case CODE_INTERNAL:
  case CODE_SYSTEM: {
    const char *text = loaded_qpdf_get_error_full_text(pdf, error);
    return text && strstr(text, "bad_alloc") ? CQPDF_TOO_MUCH : CQPDF_DAMAGED;
  }
  default: return CQPDF_DAMAGED;
  }
}

static enum cqpdf_result answer_of(const char *file, size_t size, size_t mended) {
  qpdf_data pdf = loaded_qpdf_init();
  if (!pdf) return CQPDF_TOO_MUCH;
  loaded_qpdf_silence_errors(pdf);
  loaded_qpdf_set_suppress_warnings(pdf, 1);
  loaded_qpdf_set_attempt_recovery(pdf, size <= mended);
  if (loaded_qpdf_read_memory(pdf, "", file, size, NULL) & ERRORS) return result_of_error(pdf);
  qpdf_oh root = loaded_qpdf_get_root(pdf);
  if (!loaded_qpdf_oh_is_dictionary(pdf, root)) return CQPDF_DAMAGED;
  send_info(pdf, loaded_qpdf_oh_get_key(pdf, loaded_qpdf_get_trailer(pdf), "/Info"));
  // The tree of pages is not walked: its root says how many there are.
  qpdf_oh pages = loaded_qpdf_oh_get_key(pdf, root, "/Pages");
  if (loaded_qpdf_oh_is_dictionary(pdf, pages)) {
    qpdf_oh count = loaded_qpdf_oh_get_key(pdf, pages, "/Count");
    char text[32];
    if (loaded_qpdf_oh_is_integer(pdf, count)) {
      snprintf(text, sizeof text, "%lld", loaded_qpdf_oh_get_int_value(pdf, count));
      send_text('P', text);
    }
  }
  qpdf_oh metadata = loaded_qpdf_oh_get_key(pdf, root, "/Metadata");
  if (loaded_qpdf_oh_is_stream(pdf, metadata)) {
    unsigned char *bytes = NULL;
    size_t length = 0;
    int is_decoded = 0;
    int code = loaded_qpdf_oh_get_stream_data(pdf, metadata, DECODE_GENERALIZED, &is_decoded, &bytes, &length);
    if (!(code & ERRORS) && is_decoded && bytes) {
      send("X", 1);
      send(bytes, length < XMP_BYTES ? length : XMP_BYTES);
    }
  }
  return CQPDF_READ;
}

static void set_limit(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_max != RLIM_INFINITY && value > limit.rlim_max) value = limit.rlim_max;
  limit.rlim_cur = value;
  setrlimit(resource, &limit);
}

// How many bytes count towards RLIMIT_DATA already (proc(5), statm); 0 where nobody says so.
static size_t data_bytes(void) {
  unsigned long pages = 0;
#ifdef __linux__
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  if (fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1) pages = 0;
  fclose(file);
#endif
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

// Never comes back. Of the program it has one thread, and none of its locks are waited for: the library's own are free, since
// nothing else of this process uses it, and the C library's are set free by fork.
static void read_and_exit(int descriptor, size_t size, const struct cqpdf_limits *limits, size_t taken) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGALRM, SIGTERM, SIGTRAP};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) signal(signals[index], SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  // A terminal tells these to all of a program's processes: whoever made this one decides.
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  // What the library has to say is said to nobody.
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_CPU, limits->processor_seconds);
  if (taken > 0) set_limit(RLIMIT_DATA, taken + limits->memory);
  alarm(limits->seconds);
  // Pages of the file that are looked at are the system's memory; of one that is cut meanwhile a signal tells.
  void *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (file == MAP_FAILED) _exit(CQPDF_FAILED);
  _exit(answer_of(file, size, limits->mended));
}

// --- In the program.

static enum cqpdf_result result_of_status(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status) <= CQPDF_FAILED ? (enum cqpdf_result)WEXITSTATUS(status) : CQPDF_CRASHED;
  int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return number == SIGXCPU || number == SIGALRM ? CQPDF_TOO_LONG : CQPDF_CRASHED;
}

// A pipe whose ends no other program that is started meanwhile gets.
static int make_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

enum cqpdf_result cqpdf_read(
    int descriptor, size_t size, const struct cqpdf_limits *limits, bool (*is_cancelled)(void), char *answer,
    size_t room, size_t *length) {
  *length = 0;
  if (size == 0) return CQPDF_DAMAGED;
  int ends[2];
  if (make_pipe(ends) != 0) return CQPDF_FAILED;
  size_t taken = data_bytes();
  pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return CQPDF_FAILED;
  }
  if (child == 0) {
    output = ends[1];
    read_and_exit(descriptor, size, limits, taken);
  }
  close(ends[1]);
  bool is_wanted = true;
  while (is_wanted) {
    struct pollfd waiting = {.fd = ends[0], .events = POLLIN};
    int ready = poll(&waiting, 1, 100);
    if (is_cancelled()) {
      is_wanted = false;
    } else if (ready > 0) {
      // What has no room is the end of a packet.
      char rest[4096];
      bool has_room = *length < room;
      ssize_t count = read(ends[0], has_room ? answer + *length : rest, has_room ? room - *length : sizeof rest);
      if (count == 0) break;
      if (count > 0 && has_room) *length += (size_t)count;
      if (count < 0 && errno != EINTR) break;
    }
  }
  close(ends[0]);
  if (!is_wanted) kill(child, SIGKILL);
  int status = 0;
  pid_t ended;
  do ended = waitpid(child, &status, 0);
  while (ended < 0 && errno == EINTR);
  if (!is_wanted) return CQPDF_CANCELLED;
  // A program that wants to hear nothing of its children's ends does not hear of this one; the answer is there all the same.
  if (ended < 0) return *length > 0 ? CQPDF_READ : CQPDF_DAMAGED;
  return result_of_status(status);
}
