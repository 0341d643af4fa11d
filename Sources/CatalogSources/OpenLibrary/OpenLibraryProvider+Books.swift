import CatalogModel

extension OpenLibraryProvider {
  /// The maximum number of ISBNs returned for a work.
  private static let maxISBNs = 1_000

  /// Returns the works that match a search text, the best match first. An ISBN finds the work of its edition.
  ///
  /// ```swift
  /// for found in try await provider.search("dune herbert") { print(found.key, found.title) }
  /// ```
  ///
  /// - Parameters:
  ///   - text: At least three characters, as the server requires.
  ///   - limit: The maximum number of works.
  /// - Throws: ``SourceFailure``; `CancellationError`.
  public func search(_ text: String, limit: Int = 20) async throws -> [OnlineBook] {
    let question = text.trimmed()
    let isbn = try? ISBN(question)
    guard question.count >= 3 else {
      throw server.failure(
        .failed, "it does not search for fewer than three characters", hint: "enter more of the title")
    }
    let (documents, _) = try await server.documents(
      [("q", isbn.map { "isbn:\($0.digits)" } ?? question)], limit: max(1, limit))
    return documents.prefix(max(1, limit)).compactMap { document in
      let metadata = document.metadata(of: isbn, covers: covers)
      guard let key = metadata.key, let title = metadata.title else { return nil }
      let isbns = document.isbns(atMost: Self.maxISBNs)
      return OnlineBook(
        key: key, title: title, authors: metadata.authors, year: metadata.firstPublished?.year,
        isbn: isbn.flatMap { isbns.contains($0) ? $0 : nil } ?? isbns.first, isbns: isbns, pages: metadata.pages,
        cover: metadata.cover)
    }
  }

  /// Fetches a book that is to be added.
  ///
  /// ```swift
  /// let record = try await provider.book(key: "OL45804W")
  /// print(record.fields[.title]?.description ?? "untitled")
  /// ```
  ///
  /// - Parameter key: The key of a work (`OL45804W`) or an edition (`OL7353617M`), or an ISBN.
  /// - Throws: ``CatalogError`` with the code `noSuchBook` if there is no such book; ``SourceFailure``;
  ///   `CancellationError`.
  public func book(key: String) async throws -> OnlineRecord {
    do {
      if let isbn = try? ISBN(key) { return try await record(of: try await server.edition(with: isbn), isbn) }
      guard let named = OpenLibraryKey(key.trimmed()) else {
        throw noBook(key, hint: "a key must be OL…W, OL…M or an ISBN")
      }
      guard let record = try await server.record(named).record else { throw noBook(key) }
      switch named.kind {
      case .work: return try await self.record(of: record)
      case .edition: return try await self.record(of: record.value, nil)
      }
    } catch let failure as SourceFailure where failure.code == .missing {
      throw noBook(key)
    }
  }

  private func noBook(_ key: String, hint: String? = nil) -> CatalogError {
    CatalogError(.noSuchBook, "find", key, cause: "Open Library has no book \(key)", hint: hint)
  }

  private func record(of work: OpenLibraryServer.Record) async throws -> OnlineRecord {
    let document = try await document(of: work.key)
    let isbn = document?.isbns(atMost: 1).first
    let metadata = metadata(of: work, document, isbn)
    var fields: [BookField: FieldValue] = [:]
    fields[.title] = metadata.title.map(FieldValue.text)
    fields[.authors] = metadata.authors.isEmpty ? nil : .list(metadata.authors)
    fields[.isbn] = isbn.map(FieldValue.isbn)
    fields[.published] = metadata.firstPublished.map(FieldValue.date)
    fields[.pages] = metadata.pages.map(FieldValue.integer)
    fields[.language] = document?.language.map(FieldValue.text)
    return try checked(OnlineRecord(fields: fields, metadata: metadata))
  }

  private func record(of value: JSONValue, _ requested: ISBN?) async throws -> OnlineRecord {
    let edition = OpenLibraryEdition(value)
    let isbn = requested ?? edition.isbn
    var metadata = ProviderMetadata()
    // An edition is a book even if it has no work or the work was deleted.
    if let work = edition.work, let record = try await existing(work) {
      metadata = self.metadata(of: record, try await document(of: record.key), isbn)
    }
    metadata = edition.completing(metadata, covers: covers)
    var fields = edition.fields
    fields[.title] = metadata.title.map(FieldValue.text)
    fields[.authors] = metadata.authors.isEmpty ? nil : .list(metadata.authors)
    fields[.isbn] = isbn.map(FieldValue.isbn)
    return try checked(OnlineRecord(fields: fields, metadata: metadata))
  }

  private func existing(_ key: OpenLibraryKey) async throws -> OpenLibraryServer.Record? {
    do {
      return try await server.record(key).record
    } catch let failure as SourceFailure where failure.code == .missing {
      return nil
    }
  }

  /// Searches for a work by its key. Only the search returns the names of authors, the ratings and the ISBNs. Returns
  /// `nil` for a work that is too new to be in the search index.
  private func document(of work: OpenLibraryKey) async throws -> OpenLibraryDocument? {
    try await server.documents([("q", "key:\(work.path)")], limit: 1).documents.first { $0.key == work }
  }

  private func metadata(
    of work: OpenLibraryServer.Record, _ document: OpenLibraryDocument?, _ isbn: ISBN?
  ) -> ProviderMetadata {
    let found = document?.metadata(of: isbn, covers: covers) ?? ProviderMetadata()
    return OpenLibraryWork(work.value).completing(found, named: work.key, covers: covers)
  }

  private func checked(_ record: OnlineRecord) throws -> OnlineRecord {
    guard record.fields[.title] != nil else { throw server.failure(.malformed, "the book has no title there") }
    return record
  }
}
