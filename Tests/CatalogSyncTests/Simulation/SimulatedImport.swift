import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// A row that has only a number and the user's own values.
struct UntitledRow: Sendable {
  /// The answer of a service that is asked for the book.
  enum Answer: Sendable {
    case none
    case unknown
    case known(Statements)
  }

  let statements: Statements
  let answer: Answer
  /// True if the row's book exists; `nil` if there are several.
  let isThere: Bool?
  /// The row's bytes, kept while it waits.
  let payload: String
}

/// A row of an imported file.
struct ImportedRow: Sendable {
  let remoteID: String
  let statements: Statements
  /// The values that others know of its book; `nil` if there are none.
  let completion: Statements?

  var isTitled: Bool { statements[.title] != nil }

  func record() throws -> SourceRecord { try SourceRecord(remoteID, simulated: statements) }
}

/// A completer that knows the books of some rows.
struct SimulatedLibrary: RecordCompleter {
  let name = "The Library"
  let batch = 2
  let books: [String: Statements]
  /// True if it answers at all.
  let isOpen: Bool

  init(_ rows: [ImportedRow], isOpen: Bool) {
    var books: [String: Statements] = [:]
    for row in rows {
      if case .some(.some(let isbn)) = row.statements[.isbn] { books[isbn] = row.completion }
    }
    (self.books, self.isOpen) = (books, isOpen)
  }

  func knowsKind(of record: SourceRecord) -> Bool { record.values[.isbn].value != nil }

  func completions(of records: [SourceRecord]) async throws -> [BookDraft?] {
    guard isOpen else { throw SourceFailure(.unreachable, name, cause: "it is closed") }
    return records.map { record in
      record.values[.isbn].value.flatMap { books[$0.description] }.map { known in
        var draft = BookDraft()
        draft.title = (known[.title] ?? nil) ?? ""
        draft.publisher = known[.publisher] ?? nil
        draft.cover = known[.cover] ?? nil
        return draft
      }
    }
  }
}
