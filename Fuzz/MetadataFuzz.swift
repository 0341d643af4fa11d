import Catalog
import CatalogSources
import FoundationEssentials

/// Tries what metadata and covers are read from, with a server that answers everything with the same bytes.
enum MetadataFuzz {
  private static let isbns = ["9780140328721", "0441013597", "9791034903825"].compactMap { try? ISBN($0) }

  /// Asks for rows together and alone, for the rest of one, and for books to be added.
  static let openLibrary: FuzzTarget.Parser = { bytes in
    let provider: OpenLibraryProvider
    do {
      provider = try OpenLibraryProvider(settings: Settings(environment: [:]), transport: SameAnswer(body: bytes))
    } catch { preconditionFailure("the usual settings cannot be used: \(error)") }
    var queries = isbns.enumerated().map {
      MetadataQuery(book: Book.ID($0.offset), isbn: $0.element, title: "Dune", authors: ["Frank Herbert"])
    }
    queries.append(MetadataQuery(book: 9, isbn: nil, title: "Dune (Dune, #1)", authors: ["Frank Herbert"]))
    for asked in [queries, [queries[0]], [queries[3]]] {
      guard let answers = try? await provider.answers(to: asked) else { continue }
      precondition(answers.count == asked.count, "\(answers.count) answers to \(asked.count) rows")
      for answer in answers { check(answer) }
    }
    var known = ProviderMetadata()
    known.key = "OL45804W"
    let query = MetadataQuery(book: 1, isbn: nil, title: "Dune", authors: [], known: known)
    if let answer = try? await provider.rest(of: query) { check(answer) }
    for book in (try? await provider.search("dune", limit: 5)) ?? [] {
      precondition(!book.title.isEmpty && book.isbns.count <= 1_000, "a book that cannot be shown")
    }
    for key in ["OL45804W", "OL7353617M", "9780140328721"] {
      guard let record = try? await provider.book(key: key) else { continue }
      precondition(record.fields[.title] != nil, "a book without a title")
      for (field, value) in record.fields {
        precondition((try? field.canonical(value)) == value, "\(field) cannot hold \(value)")
      }
      check(.found(record.metadata))
    }
  }

  /// Looks what sort of image bytes are.
  static let cover: FuzzTarget.Parser = { bytes in
    guard let header = ImageHeader(bytes) else { return }
    precondition((1...65_535).contains(header.width) && (1...65_535).contains(header.height), "no size of an image")
  }

  private static func check(_ answer: MetadataAnswer) {
    guard case .found(let metadata, let maxAge, _) = answer else { return }
    precondition(metadata.subjects.count <= 100 && metadata.subjects.allSatisfy { $0.utf8.count <= 2_000 }, "subjects")
    precondition((metadata.description?.unicodeScalars.count ?? 0) <= 70_000, "a long description")
    precondition(metadata.averageRating.map { (0...5).contains($0) } ?? true, "a rating beyond 5")
    precondition(metadata.pages.map { (1...100_000).contains($0) } ?? true, "pages that no book has")
    precondition(maxAge.map { $0 >= .seconds(86_400) } ?? true, "an age that is too short")
    precondition(metadata.title.map { !$0.isEmpty } ?? true, "an empty title")
  }
}
