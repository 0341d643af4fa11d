import CMemory

/// A setting for the memory that the process holds without using it.
enum MemoryUse {
  /// Makes the allocator return freed memory to the system once it amounts to one megabyte. Call this before long runs,
  /// in which one thread allocates rows and another thread frees them. Measurements show that glibc would otherwise
  /// hold a third more memory than is in use.
  static func keepSmall() { cmemory_give_back_from(1 << 20) }
}
