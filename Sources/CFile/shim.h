// What Swift needs of the file system and does not import by itself.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

// Renames a file unless something has the new name: renameat2(2) with RENAME_NOREPLACE, renamex_np(2) with RENAME_EXCL.
// ENOSYS where the system has neither; EINVAL or ENOTSUP where the file system cannot do it.
static inline int cfile_rename_new(const char *old_name, const char *new_name) {
#if defined(__linux__) && defined(SYS_renameat2)
  return (int)syscall(SYS_renameat2, AT_FDCWD, old_name, AT_FDCWD, new_name, 1u);
#elif defined(__APPLE__)
  return renamex_np(old_name, new_name, RENAME_EXCL);
#else
  errno = ENOSYS;
  return -1;
#endif
}

// Sets the time of a file's last access, and leaves that of its last change (utimensat(2)).
static inline void cfile_set_access_time(const char *path, long seconds, long nanoseconds) {
  struct timespec times[2] = {{.tv_sec = seconds, .tv_nsec = nanoseconds}, {.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
  (void)utimensat(AT_FDCWD, path, times, 0);
}
