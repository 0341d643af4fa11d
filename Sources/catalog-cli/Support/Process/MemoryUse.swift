import CMemory

/// How much memory the process keeps that it does not use.
enum MemoryUse {
  /// Gives freed memory back to the system from one megabyte on, for a long run: rows are allocated by the thread that
  /// reads them and freed by the one that writes them, and glibc would keep a third more than is in use (measured).
  static func keepSmall() { cmemory_give_back_from(1 << 20) }
}
