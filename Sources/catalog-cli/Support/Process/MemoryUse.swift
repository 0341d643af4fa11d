import CMemory

/// A function that limits the unused memory that the process keeps.
enum MemoryUse {
  /// Makes the allocator return freed memory to the system in amounts of one megabyte or more. Call this before long
  /// commands that allocate rows on one thread and free them on another. Measurements show that glibc would otherwise
  /// hold a third more memory than is in use.
  static func keepSmall() { cmemory_give_back_from(1 << 20) }
}
