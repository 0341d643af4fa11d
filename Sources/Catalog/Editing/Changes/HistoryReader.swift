/// A step that touched a book, and what it changed there.
public struct HistoryEntry: Sendable, Hashable, Identifiable {
  /// What was done.
  public let step: HistoryStep
  /// What it changed about the book, at least one thing.
  public let changes: [HistoryChange]

  /// The number of the step.
  public var id: HistoryStep.ID { step.id }
}

/// What a step changed about a book.
public enum HistorySubject: Sendable, Hashable, CustomStringConvertible {
  /// The book came in.
  case added
  /// It was removed, or the step that brought it was undone.
  case removed
  /// It was merged into another one.
  case merged
  /// Its source has it no more.
  case gone
  /// It came back.
  case shown
  /// What the source of this name says of it.
  case source(String)
  /// What the user says of a field.
  case field(BookField)
  /// What the user says of a field of a book that was merged into this one, which is called otherwise.
  case passedOver(BookField, of: Book.ID)

  /// In words for people: `added`, `title`, the name of the source, `title of 12`.
  public var description: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .merged: "merged"
    case .gone: "gone"
    case .shown: "shown"
    case .source(let name): name
    case .field(let field): field.rawValue
    case .passedOver(let field, let book): "\(field.rawValue) of \(book)"
    }
  }
}

/// One thing that a step changed about a book.
public struct HistoryChange: Sendable, Hashable {
  /// What it is.
  public let subject: HistorySubject
  /// What the user said before; `nil` when nothing.
  public let old: String?
  /// What the user says after it; `nil` when nothing, and where the subject is no field.
  public let new: String?
}

struct HistoryReader {
  let connection: Connection

  func changes(of step: HistoryStep, book: Book.ID) throws -> [HistoryChange] {
    let entries = try HistoryTable(connection: connection).entries(of: step.id, book: book)
    let changes = try entries.map { entry -> HistoryChange in
      switch entry.subject {
      case .added: HistoryChange(subject: .added, old: nil, new: nil)
      case .visibility: HistoryChange(subject: visibility(entry.new), old: nil, new: nil)
      case .field(let field):
        HistoryChange(subject: .field(field), old: entry.old?.text(of: field), new: entry.new?.text(of: field))
      case .passedOver(let field, let book):
        HistoryChange(subject: .passedOver(field, of: book), old: entry.old?.text(of: field), new: nil)
      case .cursor(let source), .source(let source), .record(let source, _), .place(let source, _):
        HistoryChange(
          subject: .source(try SourceTable(connection: connection).source(source)?.name ?? "a source"), old: nil,
          new: nil)
      }
    }
    // A book inside a range of added ones has no entry of its own.
    return changes.isEmpty ? [HistoryChange(subject: .added, old: nil, new: nil)] : changes
  }

  private func visibility(_ state: HistoryTable.State?) -> HistorySubject {
    switch state?.value.flatMap({ Int64($0) }).flatMap(Book.Visibility.init(rawValue:)) {
    case .shown: .shown
    case .merged: .merged
    case .goneFromSource: .gone
    case .removed, .foreign, .undone, nil: .removed
    }
  }
}

extension HistoryTable.State {
  /// What is said of a field, in words for people.
  func text(of field: BookField) -> String {
    guard let value else { return "nothing" }
    if field == .tags { return value.split(separator: "\n").joined(separator: " ") }
    return field.decode(value)?.description ?? value
  }
}
