/// A place that books come from and that is asked again and again: the samples, a feed, a server.
public protocol BookSource: Sendable {
  /// The name under which the catalog knows the source; stable for ever.
  var name: String { get }
  /// What sort of source it is; another sort that has the name already makes the catalog put a number behind it.
  var kind: Source.Kind { get }

  /// The records behind a cursor.
  ///
  /// - Parameter cursor: what the page before gave; `nil` asks for the beginning.
  /// - Throws: whatever keeps the source from answering; the cursor stays, and the next refresh asks again.
  func page(after cursor: String?) async throws -> SourcePage
}

/// A delivery of a source. It and the cursor behind it are stored in one transaction.
public struct SourcePage: Sendable {
  /// The newest first, as feeds list them.
  public var records: [SourceRecord]
  /// Where the next page begins.
  public var cursor: String?
  /// Whether the source has nothing more for now.
  public var isLast: Bool

  /// A page of its parts, each described at the property of the same name. A page that is not the last needs a cursor
  /// other than the one it was asked with.
  public init(records: [SourceRecord], cursor: String?, isLast: Bool) {
    self.records = records
    self.cursor = cursor
    self.isLast = isLast
  }
}

/// What the refresh of one source did.
public struct RefreshReport: Sendable, Equatable {
  /// The name that the source gives itself.
  public let source: String
  /// Records that brought a new book, or brought one back whose refresh was undone.
  public var added = 0
  /// Records that said something else than before, or were the first of this source about a book that was there.
  public var updated = 0
  /// Records that said the same as before.
  public var unchanged = 0
  /// Records that could not be taken in, each with its reason.
  public var rejected: [String] = []
  /// Why the source could not be read to its end; what came before is stored.
  public var failure: String?
  /// The step by which `undo` takes the run back; `nil` when it changed nothing.
  public var step: Int64?
}
