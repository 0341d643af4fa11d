import Catalog
import CatalogModel
import CatalogSources
import Platform

/// A merge that a client requests, with the book that supplies the value of a field, where the client chose one.
struct BookMerge: Sendable {
  static let keys = ["books", "action", "keep", "values", "preview"]

  /// The books to merge. The first one is kept, and its values are shown unless the client chose others.
  let books: [Book.ID]
  private let body: ChangeBody
  /// The fingerprint of the books that the client saw (``fingerprint(of:own:)``); `nil` to merge the books as they are.
  private let preview: String?

  /// Creates a merge of books.
  ///
  /// - Throws: ``Problem``, 400 if there are fewer than two books, or if the book to keep is not one of them.
  init(_ body: ChangeBody) throws {
    guard let numbers = try body.numbers("books"), numbers.count > 1 else {
      throw Problem.badRequest("books must contain the numbers of at least two books.")
    }
    let kept = try body.number("keep")
    guard kept.map(numbers.contains) ?? true else { throw Problem.badRequest("keep must be one of the books.") }
    books = ([kept].compactMap(\.self) + numbers.filter { $0 != kept }).map { Book.ID($0) }
    (self.body, preview) = (body, try body.text("preview"))
  }

  /// The result of a merge: its outcome, the fingerprint of the merged books, and the values that the client chose.
  struct Result: Sendable {
    let outcome: ChangeOutcome
    let preview: String
    let values: [BookField: Book.ID]
  }

  /// Merges the books.
  ///
  /// - Throws: ``Problem``: 404 if a book is gone, 409 if the books have changed since the client saw them.
  func make(in transaction: CatalogTransaction, _ view: ServedView) throws -> Result {
    let all = try books.map { id in
      guard let book = try view.book(id) else { throw Problem.notFound }
      return book
    }
    let shown = Self.fingerprint(of: all, own: view.own)
    if let preview, preview != shown { throw Problem.otherBooks }
    let values = try body.numbers(byField: "values", own: view.own).mapValues { Book.ID($0) }
    // A number without its series, or with the series of another book, would be wrong.
    var fields = values
    if let series = values[.series], values[.seriesNumber] == nil { fields[.seriesNumber] = series }
    return Result(
      outcome: try transaction.merge(books, preferring: MergePreference(fields: fields)), preview: shown,
      values: values)
  }

  /// Returns a fingerprint of all values of some books.
  private static func fingerprint(of books: [Book], own: OwnFields) -> String {
    var fingerprint = Fingerprint()
    for book in books {
      fingerprint.mix(text: String(book.id))
      for field in BookField.allCases {
        fingerprint.mix(text: book[field]?.storedText ?? "\u{0}")
      }
      for (field, value) in own.values(of: book) {
        fingerprint.mix(text: "\(field.field.rawValue) \(value.storedText)")
      }
    }
    return String(fingerprint.value, radix: 36)
  }
}
