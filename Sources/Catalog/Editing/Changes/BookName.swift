import CatalogDatabase
import FoundationEssentials

/// A reference to a book as a person types it: its number, its ISBN (10 or 13 digits, with or without hyphens), or its
/// UUID.
struct BookName {
  let text: String

  init(_ text: String) { self.text = text.trimmed() }

  /// Returns the id of the shown book that the text refers to.
  ///
  /// - Parameter visible: Returns those of the given books that may be found.
  func id(_ connection: Connection, among visible: ([Book.ID]) throws -> [Book.ID]) throws -> Book.ID {
    let books = BookTable(connection: connection)
    if let isbn = try? ISBN(text) {
      let ids = try visible(HiddenBooks(connection: connection).holders(of: isbn))
      if ids.count > 1 {
        throw CatalogError(
          .ambiguousBook, "find", text, cause: "\(text) is the ISBN of \(ids.count) books",
          hint: "use one of these numbers: \(ids.map(String.init).joined(separator: ", "))")
      }
      if let id = ids.first { return id }
    }
    for id in [try UUID(text: text).flatMap { try books.id(of: $0) }, Book.ID(text)].compactMap(\.self)
    where try isShown(id, books) {
      if let id = try visible([id]).first { return id }
    }
    throw CatalogError.noBook(text)
  }

  /// Returns the book with this number or UUID, even if it is hidden.
  func hiddenID(_ connection: Connection) throws -> Book.ID? {
    let books = BookTable(connection: connection)
    if let uuid = UUID(text: text), let id = try books.id(of: uuid) { return id }
    return try Book.ID(text).flatMap { try books.book($0)?.id }
  }

  private func isShown(_ id: Book.ID, _ books: BookTable) throws -> Bool {
    try books.book(id)?.visibility == .shown
  }
}
