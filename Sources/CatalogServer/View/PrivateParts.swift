import Catalog
import CatalogSources

/// The parts of a book that are not shown over an unencrypted connection. These are personal notes and reviews, copies
/// with their prices and borrowers, user-defined fields, and paths of files on this machine.
enum PrivateParts {
  private static let fields: Set<BookField> = [.notes, .review, .copies, .attachments]

  /// The texts that each person writes for themselves.
  private static let written: Set<BookField> = [.notes, .review]

  /// Returns true if a query may not use a field, because the field's values are private or may contain private data.
  ///
  /// - Parameter withOwnWords: True if the query runs on the viewer's own texts.
  static func mayNotBeAskedAbout(_ field: BookField, withOwnWords: Bool) -> Bool {
    if withOwnWords, written.contains(field) { return false }
    return field.isOwn || fields.contains(field) || field == .cover || field == .files
  }

  /// Returns the book without its private parts.
  ///
  /// - Parameter withOwnWords: True to keep the texts, because the viewer wrote them.
  static func removed(from book: Book, withOwnWords: Bool = false) -> Book {
    var book = book
    if !withOwnWords { (book.notes, book.review) = (nil, nil) }
    (book.copies, book.attachments) = ([], [])
    for field in book.ownFields { book.details[field] = nil }
    book.files = book.files.filter { $0.path == nil && !mayHoldCredentials($0.address) }
    book.cover = book.cover.flatMap { FileAddress.path(of: $0) == nil && !mayHoldCredentials($0) ? $0 : nil }
    return book
  }

  /// Returns the book without the paths of files on this machine.
  static func withoutPaths(_ book: Book) -> Book {
    var book = book
    book.files.removeAll { namesPath($0.address) }
    book.attachments.removeAll { namesPath($0.address) }
    if let cover = book.cover, namesPath(cover) { book.cover = nil }
    return book
  }

  /// Returns true if a text reveals a path of this machine: it is a path, or contains a file URL.
  static func namesPath(_ text: String) -> Bool {
    text.hasPrefix("/") || text.lowercased().contains("file:")
  }

  /// Returns true if a web address contains a user, a password, a query or a fragment. Services often put keys in these
  /// parts. Without these parts, the address may be useless, so it is not shown at all.
  static func mayHoldCredentials(_ address: String) -> Bool {
    address.contains { "?#;".contains($0) } || SourceLocation.withoutCredentials(address) != nil
  }
}
