import CatalogModel
import FoundationEssentials

/// Open Library (openlibrary.org), or who serves the same at another address: covers, descriptions, subjects, ratings and
/// pages of the works that books are editions of.
///
/// Rows with an ISBN are asked for together in one search; the rest of a work, its description, is a request of its own.
public struct OpenLibraryProvider: MetadataProvider {
  /// How many works a search by title and author may find.
  private static let namedWorks = 5

  /// The name under which the catalog keeps what it says.
  public let name = "openlibrary"
  /// The host of the address, with its port where that is not the usual one.
  public let host: String
  /// The limits that it keeps to: one request a second, three where a contact is known; 25 rows in each.
  public let limits: MetadataLimits
  /// Of the address and the contact.
  public let settings: Int64
  /// A work's description is not found by searching.
  public let hasMore = true

  let server: OpenLibraryServer
  let covers: OpenLibraryCovers

  /// A provider that asks by a transport, which should send the same contact.
  ///
  /// - Parameters:
  ///   - settings: the addresses, and how the user can be reached.
  ///   - now: the time, for answers that say when to ask again.
  /// - Throws: ``SourceFailure`` where an address is none.
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

  /// An ISBN can be asked for with others; a title cannot.
  public func joins(_ query: MetadataQuery) -> Bool { query.isbn != nil }

  /// Asks for books: one search for all that have an ISBN, and one for each that has none.
  ///
  /// Throws as `MetadataProvider/answers(to:)` says.
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

  /// The description of a work, and its subjects where the search gave none. Where the work is gone, what was known is all.
  ///
  /// Throws as `MetadataProvider/rest(of:)` says.
  public func rest(of query: MetadataQuery) async throws -> MetadataAnswer {
    guard let known = query.known else { return .notFound }
    guard let key = known.key.flatMap(OpenLibraryKey.init), key.kind == .work else { return .found(known) }
    let validator = OpenLibraryValidator(query.etag)
    // That nothing has changed helps only who still knows all that the work can say.
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

  /// What one search says of ISBNs; those that it says nothing of are left out.
  func answers(to isbns: [ISBN]) async throws -> [ISBN: MetadataAnswer] {
    let question = isbns.map(\.digits).joined(separator: " OR ")
    // A number may stand in several works that were not merged yet.
    let (documents, maxAge) = try await server.documents(
      [("q", isbns.count == 1 ? "isbn:\(question)" : "isbn:(\(question))")], limit: isbns.count * 4)
    let asked = AskedISBNs(isbns)
    var answers: [ISBN: MetadataAnswer] = [:]
    for document in documents {
      // The server puts the best match in front.
      for isbn in Set(document.isbnTexts.compactMap(asked.isbn)) where answers[isbn] == nil {
        answers[isbn] = .found(document.metadata(of: isbn, covers: covers), maxAge: maxAge)
      }
    }
    if isbns.count == 1, answers.isEmpty, let other = documents.first {
      let name = other.title ?? other.key?.description ?? "a work without a title"
      answers[isbns[0]] = .otherBook("it answers \(isbns[0].digits) with \(name), which has other ISBNs")
    }
    return answers
  }

  /// What it says of a book without an ISBN: the first work that is called the same and has the book's first author. Of a
  /// book without authors nothing can be told, since many are called the same.
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
  /// With the validator of the work's record, which a search says nothing of, for the next time that is asked for.
  fileprivate func keeping(_ etag: String?) -> MetadataAnswer {
    guard case .found(let metadata, let maxAge, _) = self, let validator = OpenLibraryValidator(etag),
      validator.key.description == metadata.key
    else { return self }
    return .found(metadata, maxAge: maxAge, etag: etag)
  }
}

extension String {
  /// An address to which a path can be added.
  var withoutSlashes: String {
    var text = self[...]
    while text.hasSuffix("/") { text.removeLast() }
    return String(text)
  }
}
