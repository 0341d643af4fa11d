/// A sequence of the books that a query finds. Books are read one page at a time.
///
/// ```swift
/// for try await book in catalog.books(matching: "author:walker", order: .title) {
///   print(book.title)
/// }
/// ```
///
/// Others can write while the sequence is being read. A book that is in the list all the time is returned exactly once.
/// A new book is returned if its position is after the pages read so far. To read all books in one consistent view, use
/// ``CatalogSnapshot/forEachBook(of:_:)``.
public struct BookSequence: AsyncSequence, Sendable {
  /// A book found by the query.
  public typealias Element = Book

  /// The number of books to read at a time.
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

    /// Returns the next book, or `nil` after the last one. If the task is cancelled, throws a `CancellationError`.
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
  /// Returns a sequence of the books that a query finds. It keeps one page of books in memory at a time.
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
