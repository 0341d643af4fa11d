import CatalogDatabase

/// A step that changed a book, together with the changes that it made to that book.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
  /// The step that changed the book.
  public package(set) var step: HistoryStep
  /// The changes that the step made to the book. There is at least one.
  public package(set) var changes: [HistoryChange]

  /// The id of the step.
  public var id: HistoryStep.ID { step.id }
}

/// The part of a book that a step changed.
public enum HistorySubject: Sendable, Hashable, CustomStringConvertible {
  /// The book was added.
  case added
  /// The book was removed, or the step that added it was undone.
  case removed
  /// The book was merged into another book.
  case merged
  /// The book was hidden because its source no longer has it.
  case removedFromSource
  /// The book was restored.
  case shown
  /// The book's record in the source with this name changed.
  case source(String)
  /// The user's value of a field changed.
  case field(BookField)
  /// The user had set this field in another book. When that book was merged into this book, the value was not used.
  case passedOver(BookField, of: Book.ID)
  /// The user marked the book as different from another book.
  case distinct(from: Book.ID)
  /// Another person, with this name, changed their personal fields for the book.
  case mark(of: String)

  /// Returns the subject as text, with field names supplied by a closure.
  package func text(_ name: (BookField) -> String) -> String {
    switch self {
    case .field(let field): name(field)
    case .passedOver(let field, let book): "\(name(field)) of \(book)"
    default: description
    }
  }

  /// The subject as text for people, such as `added`, `title`, the name of a source, `title of 12` or
  /// `not the same as 12`.
  public var description: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .merged: "merged"
    case .removedFromSource: "gone"
    case .shown: "shown"
    case .source(let name): name
    case .field(let field): field.rawValue
    case .passedOver(let field, let book): "\(field.rawValue) of \(book)"
    case .distinct(let book): "not the same as \(book)"
    case .mark(let name): "mark of \(name)"
    }
  }
}

/// A change that a step made to one part of a book.
public struct HistoryChange: Sendable, Hashable {
  /// The part of the book that changed.
  public let subject: HistorySubject
  /// The user's value before the step; `nil` if there was none. In a list of tags, `+` precedes tags that the user
  /// added, and `-` precedes tags that the user removed.
  public package(set) var old: String?
  /// The user's value after the step; `nil` if there is none, or if the subject is not a field.
  public package(set) var new: String?
}

struct HistoryReader {
  let connection: Connection

  func changes(of step: HistoryStep, book: Book.ID) throws -> [HistoryChange] {
    let table = HistoryTable(connection: connection)
    let entries = try table.entries(of: step.id, book: book)
    let changes = try entries.compactMap { entry -> HistoryChange? in
      switch entry.subject {
      case .added: HistoryChange(subject: .added, old: nil, new: nil)
      case .visibility: HistoryChange(subject: visibility(entry.new), old: nil, new: nil)
      case .field(let field):
        // A personal field has no layer that could record a cleared value. If a user's step left the field empty, the
        // user cleared it.
        HistoryChange(
          subject: .field(field),
          old: try entry.old?.text(of: field)
            ?? (field.isPersonal && table.isCleared(field, of: book, before: step.id) ? Self.nothing : nil),
          new: entry.new?.text(of: field) ?? (field.isPersonal && !step.kind.isRun ? Self.nothing : nil))
      case .mark(let person, let field): try mark(by: person, field, entry)
      case .passedOver(let field, let book):
        HistoryChange(subject: .passedOver(field, of: book), old: entry.old?.text(of: field), new: nil)
      case .distinct(let other): HistoryChange(subject: .distinct(from: other), old: nil, new: nil)
      case .cursor(let source), .source(let source), .record(let source, _), .location(let source, _):
        HistoryChange(
          subject: .source(try SourceTable(connection: connection).source(source)?.name ?? "a source"), old: nil,
          new: nil)
      // Changes to readings are shown as changes to their fields. User-defined fields and saved searches do not belong
      // to a book.
      case .readings, .ownField, .savedSearch: nil
      }
    }
    // A book in the middle of a range of added books has no history entry of its own.
    return changes.isEmpty ? [HistoryChange(subject: .added, old: nil, new: nil)] : changes
  }

  /// Returns a change to a person's mark. Only that person sees its content; other people see only that the mark
  /// changed.
  private func mark(by person: Person.ID, _ field: BookField, _ entry: HistoryTable.Entry) throws -> HistoryChange {
    guard try PersonTable(connection: connection).acting() == .id(person) else {
      let name = try connection.text("SELECT name FROM person WHERE id = ?", [.id(person)])
      return HistoryChange(subject: .mark(of: name ?? "somebody"), old: nil, new: nil)
    }
    return HistoryChange(
      subject: .field(field), old: entry.old?.text(of: field), new: entry.new?.text(of: field) ?? Self.nothing)
  }

  /// The text shown instead of a value if the user cleared the field.
  fileprivate static let nothing = "nothing"

  private func visibility(_ state: HistoryTable.State?) -> HistorySubject {
    switch state?.value.flatMap({ Int64($0) }).flatMap(Book.Visibility.init(rawValue:)) {
    case .shown: .shown
    case .merged: .merged
    case .removedFromSource: .removedFromSource
    case .removed, .foreign, .undone, nil: .removed
    }
  }
}

extension HistoryTable.State {
  /// Returns the value of a field as text for people.
  func text(of field: BookField) -> String {
    guard let value else { return HistoryReader.nothing }
    if field == .tags { return FieldValue.list(value.split(separator: "\n").map(String.init)).typedText }
    return field.decode(value)?.description ?? value
  }
}
