import CatalogModel

/// Identifies books by ISBN with an ISBN file, without using the network. Unknown ISBNs wait until an online service is
/// available.
package struct ISBNFileCompleter: RecordCompleter {
  package let name = "the ISBN file"
  package let batch = 1_000
  private let file: ISBNFile

  package init(_ file: ISBNFile) { self.file = file }

  package func knowsKind(of record: SourceRecord) -> Bool { Self.isbn(of: record) != nil }

  /// Always fails, because an ISBN that the file does not contain may still exist.
  ///
  /// - Throws: A ``SourceFailure``.
  package func completions(of records: [SourceRecord]) async throws -> [BookDraft?] {
    throw SourceFailure(.missing, file.path, cause: "it does not contain this ISBN, and nothing else was searched")
  }

  package func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] {
    try records.map { record in try Self.isbn(of: record).flatMap(file.book)?.draft }
  }

  private static func isbn(of record: SourceRecord) -> ISBN? {
    if case .isbn(let isbn)? = record.values[.isbn].value { isbn } else { nil }
  }
}
