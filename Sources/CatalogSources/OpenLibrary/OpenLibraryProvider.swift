import CatalogModel
import FoundationEssentials

/// Open Library (openlibrary.org), or a compatible server at another address. It provides covers, descriptions,
/// subjects, ratings and page numbers of the works to which books belong.
///
/// Rows with an ISBN are requested together in one search. The description of a work needs a request of its own.
///
/// ```swift
/// let settings = try Settings(environment: ProcessInfo.processInfo.environment)
/// let provider = try OpenLibraryProvider(settings: settings, transport: transport)
/// let fetcher = catalog.metadataFetcher(provider: provider)
/// ```
public struct OpenLibraryProvider: MetadataProvider {
  /// The maximum number of works requested in a search by title and author.
  private static let namedWorks = 5

  /// The name under which the catalog stores the metadata.
  public let name = "openlibrary"
  /// The host of the address. Includes the port if it is not the default port.
  public let host: String
  /// The limits of requests: one request per second, or three if the user's contact is known. Each request may contain
  /// up to 25 rows.
  public let limits: MetadataLimits
  /// A fingerprint of the address and the contact.
  public let settings: Int64
  /// True, because the search does not return the descriptions of works.
  public let hasMore = true

  let server: OpenLibraryServer
  let covers: OpenLibraryCovers

  /// Creates a provider. The transport should send the contact that the settings contain.
  ///
  /// - Parameters:
  ///   - settings: The addresses, and the user's contact.
  ///   - now: Returns the current time, for responses that state when to retry.
  /// - Throws: ``SourceFailure`` if an address is not valid.
  public init(
    settings: Settings, transport: any HTTPTransport, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(SourceFailure) {
    let (address, contact) = (settings.openLibrary.withoutSlashes, settings.contact)
    let origin = try HTTPOrigin(of: address)
    host = String(origin.description.dropFirst("\(origin.scheme)://".count))
    limits = MetadataLimits(batch: 25, rate: contact == nil ? 1 : 3, burst: 3, parallel: 4)
    var fingerprint = Fingerprint()
    fingerprint.mix(text: address)
    fingerprint.mix(text: contact ?? "")
    self.settings = Int64(bitPattern: fingerprint.value)
    server = OpenLibraryServer(
      address: address, contact: contact, settingsPath: settings.path, transport: transport, now: now)
    covers = OpenLibraryCovers(base: settings.openLibraryCovers.withoutSlashes)
  }

  /// Returns true for queries by ISBN, which can share a request. Queries by title cannot.
  public func joins(_ query: MetadataQuery) -> Bool { query.isbn != nil }

  /// Looks up books: all ISBNs in one search, and each book without an ISBN in a search of its own.
  ///
  /// For errors, see `MetadataProvider/answers(to:)`.
  public func answers(to queries: [MetadataQuery]) async throws -> [MetadataAnswer] {
    let isbns = queries.compactMap(\.isbn)
    let found = isbns.isEmpty ? [:] : try await answers(to: isbns)
    var answers: [MetadataAnswer] = []
    for query in queries {
      let answer: MetadataAnswer
      if let isbn = query.isbn {
        answer = found[isbn] ?? .notFound
      } else {
        answer = try await self.answer(toNameOf: query)
      }
      answers.append(answer.keeping(query.etag))
    }
    return answers
  }

  /// Fetches the description of a work, and its subjects if the search returned none. If the work no longer exists, the
  /// known metadata is returned.
  ///
  /// For errors, see `MetadataProvider/rest(of:)`.
  public func rest(of query: MetadataQuery) async throws -> MetadataAnswer {
    guard let known = query.known else { return .notFound }
    guard let key = known.key.flatMap(OpenLibraryKey.init), key.kind == .work else { return .found(known) }
    let validator = OpenLibraryValidator(query.etag)
    // A conditional request is only useful if the catalog still has everything that the work can contribute.
    let isWhole =
      known.description != nil && !known.subjects.isEmpty && known.firstPublished != nil && known.cover != nil
    let etag = isWhole && validator?.key == key ? validator?.etag : nil
    do {
      let (record, maxAge) = try await server.record(key, etag: etag)
      guard let record else { return .unchanged(maxAge: maxAge) }
      return .found(
        OpenLibraryWork(record.value).completing(known, named: record.key, covers: covers), maxAge: maxAge,
        etag: OpenLibraryValidator(key: record.key, etag: record.etag)?.text)
    } catch let failure as SourceFailure where failure.code == .missing {
      return .found(known)
    }
  }

  /// Searches for ISBNs with one request. ISBNs without a result are omitted.
  func answers(to isbns: [ISBN]) async throws -> [ISBN: MetadataAnswer] {
    let question = isbns.map(\.digits).joined(separator: " OR ")
    // An ISBN may occur in several works that were not merged yet.
    let (documents, maxAge) = try await server.documents(
      [("q", isbns.count == 1 ? "isbn:\(question)" : "isbn:(\(question))")], limit: isbns.count * 4)
    let requested = AskedISBNs(isbns)
    var answers: [ISBN: MetadataAnswer] = [:]
    for document in documents {
      // The server returns the best match first.
      for isbn in Set(document.isbnTexts.compactMap(requested.isbn)) where answers[isbn] == nil {
        answers[isbn] = .found(document.metadata(of: isbn, covers: covers), maxAge: maxAge)
      }
    }
    if isbns.count == 1, answers.isEmpty, let other = documents.first {
      let name = other.title ?? other.key?.description ?? "a work without a title"
      answers[isbns[0]] = .otherBook("for \(isbns[0].digits) it returned \(name), which has other ISBNs")
    }
    return answers
  }

  /// Looks up a book without an ISBN: the first work with the same title that has the book's first author. A book
  /// without authors cannot be identified, since many books have the same title.
  private func answer(toNameOf query: MetadataQuery) async throws -> MetadataAnswer {
    guard let author = query.authors.first else { return .notFound }
    let name = OpenLibraryName(title: query.title, author: author)
    let (documents, maxAge) = try await server.documents(
      [("title", name.title), ("author", author)], limit: Self.namedWorks)
    guard let document = documents.first(where: name.fits) else { return .notFound }
    return .found(document.metadata(of: nil, covers: covers), maxAge: maxAge)
  }
}

extension MetadataAnswer {
  /// Keeps the validator of the work's record for the next request, because a search does not return a validator.
  fileprivate func keeping(_ etag: String?) -> MetadataAnswer {
    guard case .found(let metadata, let maxAge, _) = self, let validator = OpenLibraryValidator(etag),
      validator.key.description == metadata.key
    else { return self }
    return .found(metadata, maxAge: maxAge, etag: etag)
  }
}

extension String {
  /// The address without slashes at its end, so that a path can be appended.
  var withoutSlashes: String {
    var text = self[...]
    while text.hasSuffix("/") { text.removeLast() }
    return String(text)
  }
}
