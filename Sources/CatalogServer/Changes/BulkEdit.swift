import Catalog
import CatalogModel
import CatalogSources

/// One change of several books: those of a query, or those that are named.
struct BulkEdit: Sendable {
  /// How many books can be named.
  static let mostBooks = 1_000
  /// The field of a form which says that the books are those that were selected, also where none was, and that all else is still to
  /// be said.
  static let selected = "selected"
  static let keys = ["query", "books", "set", "add", "remove", "dryRun", "expected", "preview"]

  /// The query that finds the books; `nil` where they are named.
  var query: String?
  var books: [Book.ID] = []
  var changes: [FieldChange] = []
  /// Whether it is only told what would change.
  var isTrial = false
  /// How many books are to change; `nil` where that is not minded.
  var expected: Int?
  /// What a trial was told apart by (``preview(of:)``): whoever says so wants exactly what it showed; `nil` where that is not minded.
  var preview: String?

  /// The books.
  func ids(in view: ServedView) throws -> [Book.ID] {
    guard let query else {
      guard try books.allSatisfy({ try view.book($0) != nil }) else { throw Problem.notFound }
      return books
    }
    return try view.ids(of: BookQuery(query))
  }

  /// Makes the change.
  ///
  /// - Throws: ``Problem``, 409 where another number of books would change than was expected, or something else than was previewed.
  func make(in transaction: CatalogTransaction, _ view: ServedView) throws -> ChangeOutcome {
    try view.requireMayChange(changes.map(\.field))
    let outcome = try transaction.edit(try ids(in: view), changes)
    if let expected, outcome.books.count != expected { throw Problem.otherBooks }
    if let preview, preview != Self.preview(of: outcome) { throw Problem.otherBooks }
    return outcome
  }

  /// Tells what a change does from what others would: which books it changes, what these showed, and what they show then.
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
  /// What a program asks for.
  init(_ body: JSONBody, own: OwnFields) throws {
    try self.init(.json(body))
    changes = try body.changes(own: own)
  }

  /// What the words of the action are in forms.
  enum Action: String, CaseIterable { case set, add, remove }

  /// What a form asks for: of one field.
  init(_ form: FormBody, own: OwnFields) throws {
    try self.init(.form(form))
    if let name = form["field"], !name.isEmpty {
      guard let field = own.field(named: name) else { throw Problem.badRequest("There is no field of that name.") }
      let value = try own.definition(of: field).typedValue(of: form["value"] ?? "")
      switch Action(rawValue: form["action"] ?? "") {
      case .set?: changes = [.set(field, value)]
      case .add?: changes = [.add(field, value.items)]
      case .remove?: changes = [.remove(field, value.items)]
      case nil: throw Problem.badRequest("Say in action what is to be done: set, add or remove.")
      }
    }
    try changes.requireSome()
  }

  /// Which books.
  private init(_ body: ChangeBody) throws {
    query = try body.text("query")
    let numbers = try body.numbers("books") ?? []
    books = numbers.map { Book.ID($0) }
    isTrial = try body.flag("dryRun")
    expected = try body.number("expected").map { Int(clamping: $0) }
    preview = try body.text("preview")
    guard (query == nil) != books.isEmpty else {
      throw Problem.badRequest("Say which books: by query, or by their numbers in books.")
    }
    guard books.count <= Self.mostBooks else {
      throw Problem.badRequest("So many books are found by a query: \(Self.mostBooks.spoken) can be named.")
    }
  }
}

extension Problem {
  fileprivate static let otherBooks = Problem(
    409,
    detail:
      "Other books match by now than were shown, or others have changed them. Nothing was changed: look again, and decide then."
  )
}
