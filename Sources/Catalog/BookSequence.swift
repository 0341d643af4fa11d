/// The books that a query finds, one after the other, read a page at a time.
///
/// ```swift
/// for try await book in catalog.books(matching: "author:walker", order: .title) {
///   print(book.title)
/// }
/// ```
///
/// Between two pages others may write: a book that stands in the list all the while comes exactly once, one that comes in
/// behind the last page that was read comes, too. What must be of one moment is read by
/// ``CatalogSnapshot/forEachBook(of:_:)``.
public struct BookSequence: AsyncSequence, Sendable {
  /// A book that the query finds.
  public typealias Element = Book

  /// How many books a page has.
  static let pageSize = 200

  let catalog: BookCatalog
  let query: BookQuery

  /// Begins with the first book.
  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  /// Reads the books.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: BookSequence
    private var books: ArraySlice<Book> = []
    /// Where the next page begins; `nil` behind the last one.
    private var position: PagePosition? = .start

    fileprivate init(sequence: BookSequence) { self.sequence = sequence }

    /// The next book; `nil` behind the last one. Cancelling the task ends it with a `CancellationError`.
    public mutating func next() async throws -> Book? {
      try Task.checkCancellation()
      while books.isEmpty, let position {
        let page = try await sequence.catalog.page(
          sequence.query, at: position, size: BookSequence.pageSize)
        (books, self.position) = (page.books[...], page.next.map(PagePosition.after))
      }
      return books.popFirst()
    }
  }
}

extension BookCatalog {
  /// The books that a query finds, to be gone through in a loop; any number of them takes the memory of a page.
  public func books(_ query: BookQuery) -> BookSequence { BookSequence(catalog: self, query: query) }

  /// The books that a text finds: ``books(_:)`` of a query of that.
  ///
  /// - Parameters:
  ///   - text: what a person typed; empty for every book. Anything is a legal query.
  ///   - order: what stands first.
  public func books(matching text: String = "", order: BookOrder = .newestFirst) -> BookSequence {
    books(BookQuery(text, order: order))
  }
}
