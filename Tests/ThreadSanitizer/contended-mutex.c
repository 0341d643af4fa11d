// Informs the thread sanitizer when a thread takes or releases a Synchronization.Mutex for which another thread waits.
//
// Mutex takes a free lock with code that is inlined into its user, which the sanitizer sees. A contended lock is taken
// inside the library with a futex. The sanitizer does not see that, so it takes the accesses under the lock for
// unordered and reports each contended Mutex as a race. The two functions below are preloaded by scripts/tsan. They
// take precedence over those of the library and call them.
// Their names are part of Swift's stable ABI: _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow().
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// Null in programs that run without the sanitizer, such as 'swift test' itself.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void (*Lock)(uint32_t thread, SELF);
typedef SWIFT void (*Unlock)(SELF);
static Lock lockOfLibrary;
static Unlock unlockOfLibrary;

__attribute__((constructor)) static void find(void) {
  lockOfLibrary = (Lock)dlsym(RTLD_NEXT, LOCK);
  unlockOfLibrary = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void lockSlow(uint32_t thread, SELF) {
  lockOfLibrary(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlockSlow(SELF) __asm__(UNLOCK);
SWIFT void unlockSlow(SELF) {
  if (__tsan_release) __tsan_release(mutex);
  unlockOfLibrary(mutex);
}
