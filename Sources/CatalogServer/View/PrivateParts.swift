import Catalog
import CatalogSources

/// What of a book nobody is shown where others can read along: what the user writes about it for nobody else, what it was bought for
/// and whom it is lent to, the fields that the user made, and where on this machine its files are.
enum PrivateParts {
  private static let fields: Set<BookField> = [.notes, .review, .copies, .attachments]

  /// What each person writes for themselves.
  private static let written: Set<BookField> = [.notes, .review]

  /// Whether a query may not ask about a field: its values are private, or may hold what is.
  ///
  /// - Parameter withOwnWords: whether what was written is that of whoever asks.
  static func mayNotBeAskedAbout(_ field: BookField, withOwnWords: Bool) -> Bool {
    if withOwnWords, written.contains(field) { return false }
    return field.isOwn || fields.contains(field) || field == .cover || field == .files
  }

  /// The book without them.
  ///
  /// - Parameter withOwnWords: whether it has what was written by whom it is for.
  static func removed(from book: Book, withOwnWords: Bool = false) -> Book {
    var book = book
    if !withOwnWords { (book.notes, book.review) = (nil, nil) }
    (book.copies, book.attachments) = ([], [])
    for field in book.ownFields { book.details[field] = nil }
    book.files = book.files.filter { $0.path == nil && !mayHoldCredentials($0.address) }
    book.cover = book.cover.flatMap { FileAddress.path(of: $0) == nil && !mayHoldCredentials($0) ? $0 : nil }
    return book
  }

  /// Returns the book without the paths of files of this machine.
  static func withoutPaths(_ book: Book) -> Book {
    var book = book
    book.files.removeAll { namesPath($0.address) }
    book.attachments.removeAll { namesPath($0.address) }
    if let cover = book.cover, namesPath(cover) { book.cover = nil }
    return book
  }

  /// True if a text names a path of this machine: it is one, or holds the address of a file.
  static func namesPath(_ text: String) -> Bool {
    text.hasPrefix("/") || text.lowercased().contains("file:")
  }

  /// Whether an address of the web has a user, a password, or what stands behind its path, in which services have their clients name
  /// keys: without them it may lead to nothing, so it is not told at all.
  static func mayHoldCredentials(_ address: String) -> Bool {
    address.contains { "?#;".contains($0) } || SourceLocation.withoutCredentials(address) != nil
  }
}
