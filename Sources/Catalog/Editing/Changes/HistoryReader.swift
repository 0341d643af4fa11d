/// A step that touched a book, and what it changed there.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
  /// The step that was done.
  public package(set) var step: HistoryStep
  /// The changes of the book in this step, at least one.
  public package(set) var changes: [HistoryChange]

  /// The number of the step.
  public var id: HistoryStep.ID { step.id }
}

/// The part of a book that a step changed.
public enum HistorySubject: Sendable, Hashable, CustomStringConvertible {
  /// The book came in.
  case added
  /// It was removed, or the step that brought it was undone.
  case removed
  /// It was merged into another one.
  case merged
  /// Its source has it no more.
  case removedFromSource
  /// It came back.
  case shown
  /// The record of the source of this name.
  case source(String)
  /// The user's value of a field.
  case field(BookField)
  /// The user's value of a field of a book that was merged into this one, which shows another.
  case passedOver(BookField, of: Book.ID)
  /// The user said that it is not the same as another book.
  case distinct(from: Book.ID)
  /// What a person of this name, besides whoever asks, says of it for themselves.
  case mark(of: String)

  /// What changed, with the fields called as it is asked for.
  package func text(_ name: (BookField) -> String) -> String {
    switch self {
    case .field(let field): name(field)
    case .passedOver(let field, let book): "\(name(field)) of \(book)"
    default: description
    }
  }

  /// In words for people: `added`, `title`, the name of the source, `title of 12`, `not the same as 12`.
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

/// One thing that a step changed about a book.
public struct HistoryChange: Sendable, Hashable {
  /// The part of the book that changed.
  public let subject: HistorySubject
  /// The user's value before; `nil` when there was none. Of tags, what the user gave with a `+` in front and took away with a
  /// `-`, as lists are typed.
  public package(set) var old: String?
  /// The user's value after it; `nil` when there is none, and where the subject is no field.
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
        // A personal field has no layer that could say that there is nothing: who left it so says so.
        HistoryChange(
          subject: .field(field),
          old: try entry.old?.text(of: field)
            ?? (field.isPersonal && table.isCleared(field, of: book, before: step.id) ? Self.nothing : nil),
          new: entry.new?.text(of: field) ?? (field.isPersonal && !step.kind.isRun ? Self.nothing : nil))
      case .mark(let person, let field): try mark(by: person, field, entry)
      case .passedOver(let field, let book):
        HistoryChange(subject: .passedOver(field, of: book), old: entry.old?.text(of: field), new: nil)
      case .distinct(let other): HistoryChange(subject: .distinct(from: other), old: nil, new: nil)
      case .cursor(let source), .source(let source), .record(let source, _), .place(let source, _):
        HistoryChange(
          subject: .source(try SourceTable(connection: connection).source(source)?.name ?? "a source"), old: nil,
          new: nil)
      // The fields tell it; the others are of no book.
      case .readings, .ownField, .savedSearch: nil
      }
    }
    // A book inside a range of added ones has no entry of its own.
    return changes.isEmpty ? [HistoryChange(subject: .added, old: nil, new: nil)] : changes
  }

  /// What others say for themselves is told to nobody: only that they did.
  private func mark(by person: Person.ID, _ field: BookField, _ entry: HistoryTable.Entry) throws -> HistoryChange {
    guard try PersonTable(connection: connection).acting() == .id(person) else {
      let name = try connection.text("SELECT name FROM person WHERE id = ?", [.id(person)])
      return HistoryChange(subject: .mark(of: name ?? "somebody"), old: nil, new: nil)
    }
    return HistoryChange(
      subject: .field(field), old: entry.old?.text(of: field), new: entry.new?.text(of: field) ?? Self.nothing)
  }

  /// That the user says that there is no value.
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
  /// The value of a field, in words for people.
  func text(of field: BookField) -> String {
    guard let value else { return HistoryReader.nothing }
    if field == .tags { return FieldValue.list(value.split(separator: "\n").map(String.init)).typedText }
    return field.decode(value)?.description ?? value
  }
}
