import CatalogModel

/// Looks up books in Open Library by ISBN and by Open Library's own keys, with many books in one search.
public struct OpenLibraryCompleter: RecordCompleter {
  /// The name of the provider.
  public let name = "Open Library"
  /// The maximum number of records that the provider accepts in one request.
  public var batch: Int { provider.limits.batch }

  private let provider: OpenLibraryProvider
  private let turns: any RequestTurns
  private let offline: (any RecordCompleter)?

  /// Creates a completer.
  ///
  /// - Parameters:
  ///   - turns: Schedules the requests to the provider's host.
  ///   - offline: The fallback if the host does not respond.
  public init(_ provider: OpenLibraryProvider, turns: any RequestTurns, offline: (any RecordCompleter)? = nil) {
    (self.provider, self.turns, self.offline) = (provider, turns, offline)
  }

  /// The key by which a record is looked up.
  private enum Key: Hashable {
    case isbn(ISBN)
    case edition(OpenLibraryKey)
    case work(OpenLibraryKey)

    /// Creates the most specific key of a record; `nil` if the record has no key.
    init?(_ record: SourceRecord) {
      if case .isbn(let isbn)? = record.values[.isbn].value, let plain = try? ISBN(isbn.digits) {
        self = .isbn(plain)
        return
      }
      guard case .records(let records)? = record.values[.identifiers].value else { return nil }
      let keys = records.compactMap(BookIdentifier.init(record:)).filter { $0.type == "openlibrary" }
        .compactMap { OpenLibraryKey($0.value) }
      if let edition = keys.first(where: { $0.kind == .edition }) {
        self = .edition(edition)
      } else if let work = keys.first {
        self = .work(work)
      } else {
        return nil
      }
    }
  }

  /// Returns true if the record has an ISBN or a key of Open Library.
  public func knowsKind(of record: SourceRecord) -> Bool { Key(record) != nil }

  /// Looks up records with one request for each kind of key. Two kinds of keys need a request of their own: keys of
  /// merged works, and editions that share their work with another requested edition. A work's key does not determine
  /// which edition the user has, so no ISBN is returned for it.
  ///
  /// For errors, see `RecordCompleter/completions(of:)`.
  public func completions(of records: [SourceRecord]) async throws -> [BookDraft?] {
    let keys = records.map(Key.init)
    var found: [Key: BookDraft] = [:]
    let isbns = Set(keys.compactMap { if case .isbn(let isbn)? = $0 { isbn } else { nil } })
    if !isbns.isEmpty {
      let requested = isbns.sorted { $0.digits < $1.digits }
      let answers = try await turns.perform { try await provider.answers(to: requested) }
      for case (let isbn, .found(let metadata, _, _)) in answers {
        found[.isbn(isbn)] = Self.draft(metadata.title, metadata.authors, metadata.firstPublished)
      }
    }
    let editions = Set(keys.compactMap { if case .edition(let key)? = $0 { key } else { nil } })
    for (key, draft) in try await drafts(of: editions) { found[.edition(key)] = draft }
    let works = Set(keys.compactMap { if case .work(let key)? = $0 { key } else { nil } })
    for (key, draft) in try await drafts(of: works) { found[.work(key)] = draft }
    return keys.map { $0.flatMap { found[$0] } }
  }

  /// Returns the data of the offline ISBN file, if there is one (`RecordCompleter/knownOffline(of:)`).
  ///
  /// - Throws: `CatalogError` if the file cannot be read.
  public func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] {
    try await offline?.knownOffline(of: records) ?? records.map { _ in nil }
  }

  /// Looks up records of one kind by their keys.
  private func drafts(of keys: Set<OpenLibraryKey>) async throws -> [OpenLibraryKey: BookDraft] {
    if keys.isEmpty { return [:] }
    var drafts = try await search(keys)
    for key in keys.subtracting(drafts.keys).sorted(by: { $0.description < $1.description }) {
      if key.kind == .edition, keys.count > 1, let draft = try await search([key])[key] {
        drafts[key] = draft
      } else if let draft = try await draft(ofRecord: key) {
        drafts[key] = draft
      }
    }
    return drafts
  }

  private func search(_ keys: Set<OpenLibraryKey>) async throws -> [OpenLibraryKey: BookDraft] {
    let names = keys.map { $0.kind == .work ? $0.path : $0.description }.sorted().joined(separator: " OR ")
    let field = keys.first?.kind == .work ? "key" : "edition_key"
    let documents = try await documents("\(field):(\(names))", limit: keys.count)
    var drafts: [OpenLibraryKey: BookDraft] = [:]
    for document in documents {
      if let key = document.key, keys.contains(key) { drafts[key] = Self.draft(of: document) }
      for edition in document.editionKeys where keys.contains(edition.key) {
        var draft = Self.draft(of: document)
        if let title = edition.title { draft?.title = title }
        draft?.isbn = edition.isbn
        drafts[edition.key] = draft
      }
    }
    return drafts
  }

  /// Fetches a record directly by its key. A search may not find the record yet, or only under another key.
  private func draft(ofRecord key: OpenLibraryKey) async throws -> BookDraft? {
    do {
      let record = try await turns.perform { try await provider.server.record(key).record }
      guard let record else { return nil }
      let edition = key.kind == .edition ? OpenLibraryEdition(record.value) : nil
      let work = edition.map(\.work) ?? record.key
      let documents = if let work { try await documents("key:\(work.path)", limit: 1) } else { [OpenLibraryDocument]() }
      let document = documents.first { $0.key == work }
      var draft = Self.draft(
        edition?.title ?? document?.title ?? OpenLibraryWork(record.value).title, document?.authors ?? [],
        document?.firstPublished)
      draft?.isbn = edition?.isbn
      return draft
    } catch let failure as SourceFailure where failure.code == .missing {
      return nil
    }
  }

  private func documents(_ question: String, limit: Int) async throws -> [OpenLibraryDocument] {
    try await turns.perform { try await provider.server.documents([("q", question)], limit: limit).documents }
  }

  private static func draft(of document: OpenLibraryDocument) -> BookDraft? {
    draft(document.title, document.authors, document.firstPublished)
  }

  private static func draft(_ title: String?, _ authors: [String], _ firstPublished: PartialDate?) -> BookDraft? {
    guard let title else { return nil }
    var draft = BookDraft()
    draft.title = title
    if !authors.isEmpty { draft.authors = authors }
    if let firstPublished { draft.firstPublished = firstPublished }
    return draft
  }
}
