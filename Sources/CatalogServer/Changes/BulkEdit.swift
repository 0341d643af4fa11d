import Catalog
import CatalogModel
import CatalogSources
import Platform

/// A change to several books, which are either found by a query or listed by id.
struct BulkEdit: Sendable {
  /// The maximum number of books that can be listed by id.
  static let maxBooks = 1_000
  /// The name of a hidden form field. A list of books sends this field together with its selected books. The response
  /// is the form for changing these books.
  static let selected = "selected"
  static let keys = ["query", "books", "set", "add", "remove", "dryRun", "expected", "preview"]

  /// The query that finds the books; `nil` if they are listed.
  var query: String?
  var books: [Book.ID] = []
  var changes: [FieldChange] = []
  /// True for a dry run.
  var isDryRun = false
  /// The number of books expected to change; `nil` to accept any number.
  var expected: Int?
  /// The fingerprint of a dry run (``preview(of:)``). The change is made only if it does exactly what the dry run
  /// showed; `nil` to accept any result.
  var preview: String?

  /// Returns the ids of the books.
  func ids(in view: ServedView) throws -> [Book.ID] {
    guard let query else {
      guard try books.allSatisfy({ try view.book($0) != nil }) else { throw Problem.notFound }
      return books
    }
    return try view.ids(of: BookQuery(query))
  }

  /// Makes the change.
  ///
  /// - Throws: ``Problem``, 409 if the number of changed books differs from ``expected``, or the result differs from
  ///   ``preview``.
  func make(in transaction: CatalogTransaction, _ view: ServedView) throws -> ChangeOutcome {
    try view.requireMayChange(changes.map(\.field))
    let outcome = try transaction.edit(try ids(in: view), changes)
    if let expected, outcome.books.count != expected { throw Problem.otherBooks }
    if let preview, preview != Self.preview(of: outcome) { throw Problem.otherBooks }
    return outcome
  }

  /// Returns a fingerprint of a change: the books it changes, with the old and new values.
  static func preview(of outcome: ChangeOutcome) -> String {
    var fingerprint = Fingerprint()
    for book in outcome.books { fingerprint.mix(text: String(book)) }
    for difference in outcome.differences {
      let values = [difference.old, difference.new].map { $0?.storedText ?? "\u{0}" }
      for text in [String(difference.book), difference.field.rawValue] + values { fingerprint.mix(text: text) }
    }
    return String(fingerprint.value, radix: 36)
  }
}

extension BulkEdit {
  /// Creates a change from JSON that a program sent.
  init(_ body: JSONBody, own: OwnFields) throws {
    try self.init(.json(body))
    changes = try body.changes(own: own)
    try changes.requireSome()
  }

  /// The values of the form field `action`.
  enum Action: String, CaseIterable { case set, add, remove }

  /// Creates a change from a form. A form changes a single field.
  init(_ form: FormBody, own: OwnFields) throws {
    try self.init(.form(form))
    if let name = form["field"], !name.isEmpty {
      guard let field = own.field(named: name) else {
        throw Problem.badRequest("The parameter field must be the name of an existing field.")
      }
      let value = try own.definition(of: field).typedValue(of: form["value"] ?? "")
      switch Action(rawValue: form["action"] ?? "") {
      case .set?: changes = [.set(field, value)]
      case .add?: changes = [.add(field, value.items)]
      case .remove?: changes = [.remove(field, value.items)]
      case nil: throw Problem.badRequest("action must be set, add or remove.")
      }
    }
    try changes.requireSome()
  }

  /// Creates a change from the books and options in a request body, without any changes to fields.
  private init(_ body: ChangeBody) throws {
    query = try body.text("query")
    let numbers = try body.numbers("books") ?? []
    books = numbers.map { Book.ID($0) }
    isDryRun = try body.flag("dryRun")
    expected = try body.number("expected").map { Int(clamping: $0) }
    preview = try body.text("preview")
    guard (query == nil) != books.isEmpty else {
      throw Problem.badRequest("Specify the books either with a query or with a list of book numbers in books.")
    }
    guard books.count <= Self.maxBooks else {
      throw Problem.badRequest(
        "The list books is limited to \(Self.maxBooks.grouped) numbers. To change more books, use query.")
    }
  }
}

extension Problem {
  /// The problem for a change whose result differs from its preview.
  static let otherBooks = Problem(
    409,
    detail:
      "The books or their values have changed since they were shown to you. Nothing was changed. Check the books again."
  )
}
