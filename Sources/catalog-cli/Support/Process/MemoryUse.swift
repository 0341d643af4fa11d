import CMemory

/// The memory that the process holds without using it.
enum MemoryUse {
  /// Returns freed memory to the system from one megabyte on. Useful for long runs: one thread allocates rows and
  /// another frees them, so that glibc would otherwise hold a third more than is in use (measured).
  static func keepSmall() { cmemory_give_back_from(1 << 20) }
}
