import Catalog
import CatalogSources

/// The books that a provider has, for who may add them. A few are asked for at once, so that whoever asks often keeps neither this
/// server nor the provider busy.
final class OnlineBooks: Sendable {
  /// A book that was found, and the catalog's own that is the same.
  typealias Found = (book: OnlineBook, owned: Book.ID?)

  /// How long an answer is waited for.
  private static let patience = Duration.seconds(20)

  let provider: OpenLibraryProvider
  private let asking = ConcurrencyLimit(total: 4, perAccount: 2)

  init(_ provider: OpenLibraryProvider) { self.provider = provider }

  /// What words, or an ISBN, find.
  ///
  /// - Throws: ``Problem``, 503 where too many ask, 502 where the provider does not answer as it should.
  func search(_ text: String, for viewer: Viewer) async throws -> [OnlineBook] {
    try await ask(for: viewer) { try await $0.search(text) }
  }

  /// The book of a key, with all that is known of it.
  ///
  /// - Throws: as ``search(_:for:)``; 400 where there is none.
  func record(_ key: String, for viewer: Viewer) async throws -> OnlineRecord {
    do { return try await ask(for: viewer) { try await $0.book(key: key) } } catch let error as CatalogError
      where error.code == .noSuchBook
    {
      throw Problem.badRequest("Open Library has no such book.")
    }
  }

  private func ask<Answer: Sendable>(
    for viewer: Viewer, _ question: @escaping @Sendable (OpenLibraryProvider) async throws -> Answer
  ) async throws -> Answer {
    guard asking.begin(of: viewer.account) else {
      throw Problem(503, detail: "Others are searching at Open Library: ask again.", fields: ["Retry-After": "2"])
    }
    defer { asking.end(of: viewer.account) }
    do { return try await Self.inTime { try await question(self.provider) } } catch let failure as SourceFailure {
      throw Problem(502, detail: "Open Library does not answer as it should: \(failure.cause). Try again later.")
    }
  }

  /// Does something, and gives it up where it takes too long.
  ///
  /// - Throws: ``Problem``, 504; what the body throws.
  private static func inTime<Answer: Sendable>(_ body: @escaping @Sendable () async throws -> Answer) async throws
    -> Answer
  {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask(operation: body)
      group.addTask {
        try await Task.sleep(for: patience)
        throw Problem(504, detail: "Open Library takes too long to answer. Try again later, or add the book by hand.")
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }
}

extension OnlineBook {
  /// The number of the catalog's book that is this one; `nil` where there is none, or it is not shown.
  func owned(in view: ServedView) throws -> Book.ID? { try view.ids(titled: title, by: authors, isbns: isbns).first }
}
