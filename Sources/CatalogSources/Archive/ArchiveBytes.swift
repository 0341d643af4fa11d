/// Bytes with random access: a file, or data in memory.
package protocol ArchiveBytes {
  /// The number of bytes.
  var count: Int { get }
  /// Returns the bytes in a range.
  ///
  /// - Parameter range: A range inside `0..<count`.
  /// - Throws: ``ArchiveFailure`` if the bytes cannot be read or no longer exist.
  func bytes(in range: Range<Int>) throws(ArchiveFailure) -> [UInt8]
}

/// The reason why an archive or one of its members cannot be read. The description is meant for users.
package struct ArchiveFailure: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  package enum Code: Sendable {
    /// The file is not an archive, or its end is missing.
    case notAnArchive
    /// The metadata of the archive contradicts its content.
    case damaged
    /// The size or the compression ratio exceeds a limit.
    case tooLarge
    /// The archive is encrypted, split into several parts, or uses an unsupported compression method.
    case unsupported
    /// The system cannot read the file.
    case unreadable
    /// The file no longer exists.
    case missing
  }

  package let code: Code
  package let cause: String

  package init(_ code: Code, _ cause: String) { (self.code, self.cause) = (code, cause) }

  package var description: String { cause }
}

/// Bytes in memory.
package struct MemoryBytes: ArchiveBytes {
  private let all: [UInt8]

  package init(_ all: [UInt8]) { self.all = all }

  package var count: Int { all.count }
  package func bytes(in range: Range<Int>) -> [UInt8] { Array(all[range]) }
}
