import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// A row that says no more of its book than a number and what is the user's.
struct UntitledRow: Sendable {
  /// What is said by somebody who is asked which book it is.
  enum Answer: Sendable {
    case none
    case unknown
    case known(Statements)
  }

  let statements: Statements
  let answer: Answer
  /// Whether there is a book that it is about; `nil` where there are several.
  let isThere: Bool?
  /// Its bytes, kept while it waits.
  let payload: String
}

/// A row of a file that is imported.
struct ImportedRow: Sendable {
  let remoteID: String
  let statements: Statements
  /// What others know of its book; `nil` for nothing.
  let completion: Statements?

  var isTitled: Bool { statements[.title] != nil }

  func record() throws -> SourceRecord { try SourceRecord(remoteID, simulated: statements) }
}

/// Knows which books some rows are about.
struct SimulatedLibrary: RecordCompleter {
  let name = "The Library"
  let batch = 2
  let books: [String: Statements]
  /// Whether it answers at all.
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
