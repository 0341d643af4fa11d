/// A reader that returns the rows of an import in batches, such as a reader of JSON Lines files or CSV tables.
public protocol RecordReader: Sendable {
  /// Returns the next rows in the order of the input; `nil` at the end of the input.
  ///
  /// - Throws: The error that prevents further reading.
  func nextBatch() async throws -> ImportBatch?
}

/// A batch of rows from an import.
public struct ImportBatch: Sendable {
  /// The rows in the order of the input, at least one.
  public var rows: [ImportRow]
  /// The number of bytes read from the input so far.
  public var bytesRead: Int64
  /// True if the batch took a long time to read. Such a batch is stored before the next one is read.
  public var isSlow = false

  /// Creates a batch. Each parameter sets the property of the same name.
  public init(rows: [ImportRow], bytesRead: Int64) {
    self.rows = rows
    self.bytesRead = bytesRead
  }
}

/// One row of an import: its record, or the reason why it cannot be used.
public struct ImportRow: Sendable {
  /// The contents of a row.
  public enum Content: Sendable {
    /// The record of one book.
    case record(SourceRecord)
    /// The declaration of a user-defined field. The value of the ``OwnValue`` is ignored.
    case field(OwnValue)
    /// A row that cannot be read, with the reason in words for people.
    case rejected(reason: String)
    /// A record that has no title and could not be completed now, with the reason in words for people. Importing the
    /// same input again retries the row.
    case waiting(SourceRecord, reason: String)
  }

  /// The row number, from 1, not counting a header.
  public let number: Int
  /// The contents of the row, or the reason why it cannot be read.
  public let content: Content
  /// The unchanged bytes of the row, for a file of rejected rows.
  public let raw: [UInt8]
  /// The source's id of the book, if the id can be read although the row as a whole cannot.
  public let remoteID: String?

  /// Creates a row. Each parameter sets the property of the same name.
  public init(number: Int, content: Content, raw: [UInt8], remoteID: String? = nil) {
    self.number = number
    self.content = content
    self.raw = raw
    self.remoteID = remoteID
  }
}

extension ImportRow {
  /// A text that lists the row's unusable values with the reasons; `nil` if there are none. Unusable values are left
  /// out, and the rest of the row is imported.
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

  /// Creates a rejected row. Each parameter sets the property of the same name.
  public init(number: Int, reason: String, raw: [UInt8]) {
    self.number = number
    self.reason = reason
    self.raw = raw
  }
}
