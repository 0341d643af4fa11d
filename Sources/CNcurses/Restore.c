#include "Restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// All that the handler reads was written before it was installed, and is not written again while it is.
static char sequence[512];
static size_t sequence_length;
static struct termios settings;
static int pipe_ends[2] = {-1, -1};

// Signals that end a process (signal(7)), traps of Swift (SIGILL, SIGTRAP) among them; on Linux the real-time ones, too.
static const int usual_numbers[] = {
    SIGHUP,  SIGINT,  SIGQUIT, SIGTERM, SIGILL,    SIGTRAP, SIGABRT, SIGBUS, SIGFPE,    SIGSEGV,
    SIGSYS,  SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
#ifdef __linux__
    SIGPOLL, SIGPWR,  SIGSTKFLT,
#endif
};
// Signals that are told on the pipe.
static const int news[] = {SIGWINCH, SIGTSTP, SIGCONT};
enum { USUAL_COUNT = sizeof usual_numbers / sizeof *usual_numbers, NEWS_COUNT = sizeof news / sizeof *news };
static int ends[USUAL_COUNT + 64], end_count;
static struct sigaction usual_ends[USUAL_COUNT + 64], usual_news[NEWS_COUNT];
static bool is_armed;
// Where the handler runs when the stack is used up.
static char spare_stack[1 << 16];

// Only what POSIX allows in a signal handler. What the signal did before comes next: it is blocked until this returns.
static void handle_end(int number, siginfo_t *information, void *context) {
  (void)context;
  int kept = errno;
  // The process may be in the background, where tcsetattr would stop it.
  signal(SIGTTOU, SIG_IGN);
  for (size_t written = 0; written < sequence_length;) {
    ssize_t count = write(STDOUT_FILENO, sequence + written, sequence_length - written);
    if (count < 0 && errno != EINTR) break;
    if (count > 0) written += (size_t)count;
  }
  tcsetattr(STDIN_FILENO, TCSANOW, &settings);
  for (int index = 0; index < end_count; index++) {
    if (ends[index] == number) sigaction(number, &usual_ends[index], NULL);
  }
  // Swift's own handler of traps shows where it happened and returns, to have it happen again. What another process sent
  // does not happen again.
  bool is_trap = number != SIGHUP && number != SIGINT && number != SIGQUIT && number != SIGTERM;
  if (is_trap && information->si_code <= 0) signal(number, SIG_DFL);
  errno = kept;
  raise(number);
}

static void handle_news(int number) {
  int kept = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe has the same news in it already.
  ssize_t ignored = write(pipe_ends[1], &byte, 1);
  (void)ignored;
  errno = kept;
}

bool restore_arm(const char *text, size_t length) {
  if (is_armed) return true;
  if (tcgetattr(STDIN_FILENO, &settings) != 0) return false;
  if (pipe_ends[0] < 0) {
    if (pipe(pipe_ends) != 0) return false;
    for (int end = 0; end < 2; end++) {
      fcntl(pipe_ends[end], F_SETFL, O_NONBLOCK);
      fcntl(pipe_ends[end], F_SETFD, FD_CLOEXEC);
    }
  }
  sequence_length = length < sizeof sequence ? length : sizeof sequence;
  memcpy(sequence, text, sequence_length);
  end_count = 0;
  for (int index = 0; index < USUAL_COUNT; index++) ends[end_count++] = usual_numbers[index];
#ifdef __linux__
  for (int number = SIGRTMIN; number <= SIGRTMAX && end_count < USUAL_COUNT + 64; number++) ends[end_count++] = number;
#endif
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
    stack = (stack_t){.ss_sp = spare_stack, .ss_size = sizeof spare_stack};
    sigaltstack(&stack, NULL);
  }
  struct sigaction action = {.sa_sigaction = handle_end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < end_count; index++) {
    sigaction(ends[index], NULL, &usual_ends[index]);
    // Who started the process with nohup wants it to stay.
    if (usual_ends[index].sa_handler != SIG_IGN) sigaction(ends[index], &action, NULL);
  }
  action.sa_handler = handle_news;
  action.sa_flags = SA_RESTART;
  for (int index = 0; index < NEWS_COUNT; index++) sigaction(news[index], &action, &usual_news[index]);
  is_armed = true;
  return true;
}

void restore_disarm(void) {
  if (!is_armed) return;
  is_armed = false;
  for (int index = 0; index < end_count; index++) sigaction(ends[index], &usual_ends[index], NULL);
  for (int index = 0; index < NEWS_COUNT; index++) sigaction(news[index], &usual_news[index], NULL);
}

int restore_signals(void) { return pipe_ends[0]; }
