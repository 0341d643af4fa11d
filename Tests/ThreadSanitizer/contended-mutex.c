// Tells the thread sanitizer when Synchronization.Mutex is taken or let go of while another thread waits for it.
//
// Mutex takes a free lock by code that is compiled into its user, which the sanitizer sees. A lock that is held it takes in its
// library, by a futex of the kernel: what one thread did under the lock then looks unordered to the next one, and each contended
// Mutex is reported as a race. Preloaded (scripts/tsan does it), these two stand before the library's, which they call.
// The names are part of Swift's stable interface: _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow().
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// Absent in programs that are not under the sanitizer, such as 'swift test' itself.
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
