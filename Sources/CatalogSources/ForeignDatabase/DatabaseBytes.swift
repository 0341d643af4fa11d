#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory for the copy of a file, given back when nobody has it any more.
final class DatabaseBytes {
  let start: UnsafeMutableRawPointer
  let count: Int

  /// - Returns: `nil` where there is not as much memory.
  init?(count: Int) {
    guard let start = malloc(max(1, count)) else { return nil }
    (self.start, self.count) = (start, count)
  }

  deinit { free(start) }
}
