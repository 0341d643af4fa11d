/// A sequence of the books that a query finds, read one page at a time.
///
/// ```swift
/// for try await book in catalog.books(matching: "author:walker", order: .title) {
///   print(book.title)
/// }
/// ```
///
/// Others may write between two pages. A book that is in the list during the whole iteration is returned exactly once.
/// A book inserted after the last page that was read is returned as well. To read all books in one consistent view, use
/// ``CatalogSnapshot/forEachBook(of:_:)``.
public struct BookSequence: AsyncSequence, Sendable {
  /// A book that the query finds.
  public typealias Element = Book

  /// The number of books in a page.
  static let pageSize = 200

  let catalog: BookCatalog
  let query: BookQuery

  /// Returns an iterator that begins with the first book.
  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  /// An iterator over the books.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: BookSequence
    private var books: ArraySlice<Book> = []
    /// The position of the next page, or `nil` after the last page.
    private var position: PagePosition? = .start

    fileprivate init(sequence: BookSequence) { self.sequence = sequence }

    /// Returns the next book, or `nil` after the last one. If the task is cancelled, it throws a `CancellationError`.
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
  /// Returns a sequence of the books that a query finds. It holds one page in memory at a time.
  ///
  /// ```swift
  /// for try await book in catalog.books(BookQuery("is:unread", order: .title)) { print(book.title) }
  /// ```
  public func books(_ query: BookQuery) -> BookSequence { BookSequence(catalog: self, query: query) }

  /// Returns a sequence of the books that match a text.
  ///
  /// ```swift
  /// for try await book in catalog.books(matching: "tag:borrowed", order: .title) { print(book.title) }
  /// ```
  ///
  /// - Parameters:
  ///   - text: Text as the user typed it. Any text is a valid query; an empty text finds every book.
  ///   - order: The order of the books.
  public func books(matching text: String = "", order: BookOrder = .newestFirst) -> BookSequence {
    books(BookQuery(text, order: order))
  }
}
