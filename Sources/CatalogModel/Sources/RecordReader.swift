/// A reader of the rows of an import, one batch at a time: a JSON Lines file, a CSV table.
public protocol RecordReader: Sendable {
  /// Returns the next rows in the order of the input; `nil` at its end.
  ///
  /// - Throws: The error that prevents further reading.
  func nextBatch() async throws -> ImportBatch?
}

/// Some rows of an import.
public struct ImportBatch: Sendable {
  /// The rows in the order of the input, at least one.
  public var rows: [ImportRow]
  /// The number of bytes of the input that were read so far.
  public var bytesRead: Int64
  /// True if the batch took long to produce, so that it is stored before further ones are read.
  public var isSlow = false

  /// Creates a batch. The parameters are described at the properties of the same names.
  public init(rows: [ImportRow], bytesRead: Int64) {
    self.rows = rows
    self.bytesRead = bytesRead
  }
}

/// One row of an import: its contents, or the reason why it cannot be used.
public struct ImportRow: Sendable {
  /// The contents of a row.
  public enum Content: Sendable {
    /// The record of one book.
    case record(SourceRecord)
    /// A user-defined field that books may have a value for. Its value is ignored.
    case field(OwnValue)
    /// The row cannot be read, with the reason in words for people.
    case rejected(reason: String)
    /// The record has no title and could not be completed now, with the reason in words for people. Importing the same
    /// input again retries it.
    case waiting(SourceRecord, reason: String)
  }

  /// The row number, from 1, not counting a header.
  public let number: Int
  /// The record, or the reason why it cannot be read.
  public let content: Content
  /// The unchanged bytes of the row, for a file of rejected rows.
  public let raw: [UInt8]
  /// The source's id of the book in a row that cannot be read, if at least the id is readable.
  public let remoteID: String?

  /// Creates a row. The parameters are described at the properties of the same names.
  public init(number: Int, content: Content, raw: [UInt8], remoteID: String? = nil) {
    self.number = number
    self.content = content
    self.raw = raw
    self.remoteID = remoteID
  }
}

extension ImportRow {
  /// The unusable values that were left out, with the reasons; `nil` if there are none. The rest of the row is
  /// imported.
  public var leftOut: String? {
    if case .record(let record) = content { record.leftOut.words } else { nil }
  }
}

/// A row that was not imported.
public struct RejectedRow: Sendable {
  /// The row's ``ImportRow/number``.
  public let number: Int
  /// The reason for the rejection, in words for people.
  public let reason: String
  /// The unchanged bytes of the row; empty if it was too long to be kept.
  public let raw: [UInt8]

  /// Creates a rejected row. The parameters are described at the properties of the same names.
  public init(number: Int, reason: String, raw: [UInt8]) {
    self.number = number
    self.reason = reason
    self.raw = raw
  }
}
