import Catalog
import CatalogSources

/// What of a book nobody is shown where others can read along: what the user writes about it for nobody else, what it was bought for
/// and whom it is lent to, the fields that the user made, and where on this machine its files are.
enum PrivateParts {
  private static let fields: Set<BookField> = [.notes, .review, .copies, .attachments]

  /// Whether the values of a field are private.
  static func isPrivate(_ field: BookField) -> Bool { field.isOwn || fields.contains(field) }

  /// Whether a query may not ask about a field: its values are private, or may hold what is.
  static func mayNotBeAskedAbout(_ field: BookField) -> Bool { isPrivate(field) || field == .cover || field == .files }

  /// The book without them.
  static func removed(from book: Book) -> Book {
    var book = book
    (book.notes, book.review, book.copies, book.attachments) = (nil, nil, [], [])
    for field in book.ownFields { book.details[field] = nil }
    book.files = book.files.filter { $0.path == nil && !mayHoldCredentials($0.address) }
    book.cover = book.cover.flatMap { FileAddress.path(of: $0) == nil && !mayHoldCredentials($0) ? $0 : nil }
    return book
  }

  /// Whether an address of the web has a user, a password, or a query, in which services have their clients name keys: without
  /// them it may lead to nothing, so it is not told at all.
  static func mayHoldCredentials(_ address: String) -> Bool {
    address.contains("?") || SourceLocation.withoutCredentials(address) != nil
  }
}
