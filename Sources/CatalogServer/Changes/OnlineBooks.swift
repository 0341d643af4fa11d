import Catalog
import CatalogSources

/// Online searches at a metadata provider, for viewers who may add books. The number of concurrent requests is limited,
/// so that no client can keep the server or the provider busy.
final class OnlineBooks: Sendable {
  /// A book that was found online. If the catalog already has this book, includes its id.
  typealias Found = (book: OnlineBook, owned: Book.ID?)

  /// The maximum time to wait for an answer.
  private static let patience = Duration.seconds(20)

  let provider: OpenLibraryProvider
  private let asking = ConcurrencyLimit(total: 4, perAccount: 2)

  init(_ provider: OpenLibraryProvider) { self.provider = provider }

  /// Searches for words or an ISBN.
  ///
  /// - Throws: ``Problem``, 503 if too many searches are running; 502 if the provider fails; 504 if it takes too long.
  func search(_ text: String, for viewer: Viewer) async throws -> [OnlineBook] {
    try await ask(for: viewer) { try await $0.search(text) }
  }

  /// Returns the provider's book with the given key and all its metadata.
  ///
  /// - Throws: The errors of ``search(_:for:)``; ``Problem``, 400 if there is no such book.
  func record(_ key: String, for viewer: Viewer) async throws -> OnlineRecord {
    do { return try await ask(for: viewer) { try await $0.book(key: key) } } catch let error as CatalogError
      where error.code == .noSuchBook
    {
      throw Problem.badRequest("Open Library has no book with this key.")
    }
  }

  private func ask<Answer: Sendable>(
    for viewer: Viewer, _ question: @escaping @Sendable (OpenLibraryProvider) async throws -> Answer
  ) async throws -> Answer {
    guard asking.begin(of: viewer.account) else {
      throw Problem(
        503, detail: "Too many searches at Open Library at once. Try again in a moment.",
        fields: ["Retry-After": "2"])
    }
    defer { asking.end(of: viewer.account) }
    do { return try await Self.inTime { try await question(self.provider) } } catch let failure as SourceFailure {
      throw Problem(502, detail: "Can't reach Open Library: \(failure.cause). Is this machine online?")
    }
  }

  /// Runs a closure with a time limit.
  ///
  /// - Throws: ``Problem``, 504 if it takes too long; errors of the closure.
  private static func inTime<Answer: Sendable>(_ body: @escaping @Sendable () async throws -> Answer) async throws
    -> Answer
  {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask(operation: body)
      group.addTask {
        try await Task.sleep(for: patience)
        throw Problem(504, detail: "Open Library did not respond in time. Try again later, or add the book by hand.")
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }
}

extension OnlineBook {
  /// Returns the id of this book in the catalog; `nil` if the catalog does not have it, or the viewer may not see it.
  func owned(in view: ServedView) throws -> Book.ID? { try view.ids(titled: title, by: authors, isbns: isbns).first }
}
