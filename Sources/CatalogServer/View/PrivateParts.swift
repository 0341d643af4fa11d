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
    book.files = book.files.filter { $0.path == nil }.map(withoutCredentials)
    book.cover = book.cover.flatMap {
      FileAddress.path(of: $0) == nil ? SourceLocation.withoutCredentials($0) ?? $0 : nil
    }
    return book
  }

  /// A file without the user and the password that its address may hold.
  static func withoutCredentials(_ file: BookFile) -> BookFile {
    var file = file
    file.address = SourceLocation.withoutCredentials(file.address) ?? file.address
    return file
  }
}
