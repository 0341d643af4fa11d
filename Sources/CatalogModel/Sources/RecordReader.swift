/// Reads the rows of an import, a batch at a time: a file of JSON Lines, a table of CSV.
public protocol RecordReader: Sendable {
  /// The next rows in the order of the input; `nil` at its end.
  /// - Throws: what keeps the input from being read on.
  func nextBatch() async throws -> ImportBatch?
}

/// Some rows of an import.
public struct ImportBatch: Sendable {
  /// In the order of the input, at least one.
  public var rows: [ImportRow]
  /// The number of bytes of the input that were read so far.
  public var bytesRead: Int64
  /// Whether it took long to come by, so that it is stored before further ones are read.
  public var isSlow = false

  /// A batch of its parts, each described at the property of the same name.
  public init(rows: [ImportRow], bytesRead: Int64) {
    self.rows = rows
    self.bytesRead = bytesRead
  }
}

/// One row of an import: what it says, or why it cannot be used.
public struct ImportRow: Sendable {
  /// The contents of a row.
  public enum Content: Sendable {
    /// The record of one book.
    case record(SourceRecord)
    /// A field that the user made, which books may have a value of: of its value nothing is said.
    case field(OwnValue)
    /// The row cannot be read, with the reason in words for people.
    case rejected(reason: String)
    /// The record has no title, and nobody could be asked now which book it is, for the reason that is said in words for
    /// people. The same import again takes it up.
    case waiting(SourceRecord, reason: String)
  }

  /// Counts from 1, without a header.
  public let number: Int
  /// The record, or the reason why it cannot be read.
  public let content: Content
  /// The row's bytes as they stood, for a file of rejected rows.
  public let raw: [UInt8]
  /// Of a row that cannot be read, the source's own name for the book, where as much can be read.
  public let remoteID: String?

  /// A row of its parts, each described at the property of the same name.
  public init(number: Int, content: Content, raw: [UInt8], remoteID: String? = nil) {
    self.number = number
    self.content = content
    self.raw = raw
    self.remoteID = remoteID
  }
}

extension ImportRow {
  /// The values that could not be used and were left out, with the reasons; the rest of the row is taken in.
  public var leftOut: String? {
    if case .record(let record) = content { record.leftOut.words } else { nil }
  }
}

/// A row that was not taken in.
public struct RejectedRow: Sendable {
  /// The row's ``ImportRow/number``.
  public let number: Int
  /// Why, in words for people.
  public let reason: String
  /// The row's bytes as they stood in the input; empty when it was too long to be kept.
  public let raw: [UInt8]

  /// A rejected row of its parts, each described at the property of the same name.
  public init(number: Int, reason: String, raw: [UInt8]) {
    self.number = number
    self.reason = reason
    self.raw = raw
  }
}
