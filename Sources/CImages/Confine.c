#define _GNU_SOURCE
#include "CImages.h"

#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static bool set_limit(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  if (limit.rlim_max != RLIM_INFINITY && value > limit.rlim_max) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit) == 0;
}

static void close_files(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0) return;
#endif
  long count = sysconf(_SC_OPEN_MAX);
  if (count < 0 || count > 65536) count = 65536;
  for (int descriptor = 3; descriptor < count; descriptor++) close(descriptor);
}

#ifdef __linux__
#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define ALLOW(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),

// Every other system call fails with EPERM.
static bool filter_calls(void) {
#ifdef ARCHITECTURE
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      // clang-format off
      ALLOW(read) ALLOW(write) ALLOW(close) ALLOW(brk) ALLOW(mmap) ALLOW(munmap) ALLOW(mremap) ALLOW(mprotect)
      ALLOW(madvise) ALLOW(futex) ALLOW(exit) ALLOW(exit_group) ALLOW(rt_sigreturn) ALLOW(rt_sigprocmask)
      ALLOW(rt_sigaction) ALLOW(clock_gettime) ALLOW(gettimeofday) ALLOW(getrandom) ALLOW(sched_yield) ALLOW(getpid)
      ALLOW(gettid) ALLOW(tgkill)
      // clang-format on
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return false;
#endif
}
#endif

bool cimages_confine(size_t memory, unsigned seconds) {
  close_files();
  bool is_limited = set_limit(RLIMIT_AS, memory) && set_limit(RLIMIT_CPU, seconds) && set_limit(RLIMIT_FSIZE, 0) &&
      set_limit(RLIMIT_CORE, 0) && set_limit(RLIMIT_NOFILE, 3);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return is_limited && filter_calls();
#else
  return is_limited;
#endif
}
