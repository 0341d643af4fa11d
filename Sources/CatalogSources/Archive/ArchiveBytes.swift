/// Bytes of which any part can be read: a file, or what is in memory already.
package protocol ArchiveBytes {
  /// How many there are.
  var count: Int { get }
  /// A part of them.
  ///
  /// - Parameter range: inside `0..<count`.
  /// - Throws: ``ArchiveFailure`` when they cannot be read, or are not there any more.
  func bytes(in range: Range<Int>) throws(ArchiveFailure) -> [UInt8]
}

/// Why an archive, or a member of one, cannot be read, in words for people.
package struct ArchiveFailure: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure that are told apart.
  package enum Code: Sendable {
    /// It is no archive, or the end of one is missing.
    case notAnArchive
    /// What it says of itself contradicts what is there.
    case damaged
    /// It is larger, or packed more tightly, than it may be.
    case tooLarge
    /// It is encrypted, in several parts, or packed by another method.
    case unsupported
    /// The system cannot read it.
    case unreadable
    /// It is not there any more.
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
