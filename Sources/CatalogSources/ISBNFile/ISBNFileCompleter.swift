import CatalogModel

/// Says which books ISBNs are by an ISBN file, without asking anybody. What the file does not know waits until somebody can be
/// asked.
package struct ISBNFileCompleter: RecordCompleter {
  package let name = "the ISBN file"
  package let batch = 1_000
  private let file: ISBNFile

  package init(_ file: ISBNFile) { self.file = file }

  package func knowsKind(of record: SourceRecord) -> Bool { Self.isbn(of: record) != nil }

  /// That a file knows nothing of a number does not say that there is no such book: so nobody is told that here.
  ///
  /// - Throws: always a ``SourceFailure``.
  package func completions(of records: [SourceRecord]) async throws -> [BookDraft?] {
    throw SourceFailure(.missing, file.path, cause: "it has no such number, and nobody else was asked")
  }

  package func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] {
    try records.map { record in try Self.isbn(of: record).flatMap(file.book)?.draft }
  }

  private static func isbn(of record: SourceRecord) -> ISBN? {
    if case .isbn(let isbn)? = record.values[.isbn].value { isbn } else { nil }
  }
}
