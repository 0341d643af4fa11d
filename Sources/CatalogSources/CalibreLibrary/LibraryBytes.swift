#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory for the copy of a file, given back when nobody has it any more.
final class LibraryBytes {
  let start: UnsafeMutableRawPointer
  let count: Int

  /// - Returns: `nil` where there is not as much memory.
  init?(count: Int) {
    guard let start = malloc(max(1, count)) else { return nil }
    (self.start, self.count) = (start, count)
  }

  deinit { free(start) }
}

extension SQLiteConnection {
  /// How long a value may be in bytes: no more than a row of the copy is ever held beside it.
  private static let valueBytes: Int32 = 64 * 1_048_576

  /// Takes a copy of a library's file as the database.
  convenience init(copy bytes: LibraryBytes) throws {
    try self.init(copyAt: bytes.start, count: bytes.count, of: bytes, valueBytes: Self.valueBytes)
  }
}
