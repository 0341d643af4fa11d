/// One thing that a step changed about a book, in words for people.
public struct HistoryChange: Sendable, Equatable {
  /// `title`, `added`, `removed`, `merged`, `gone` (from its source), `shown` (again), the name of a source whose record
  /// changed, or `title of 12`, where another book was merged into this one that you call otherwise.
  public let subject: String
  /// What the user said before; `nil` when nothing.
  public let old: String?
  /// What the user says after it; `nil` when nothing, and where the subject is no field.
  public let new: String?
}

struct HistoryReader {
  let connection: Connection

  func changes(of step: Step, book: Int64) throws -> [HistoryChange] {
    let entries = try HistoryTable(connection: connection).entries(of: step.id, book: book)
    let changes = try entries.map { entry -> HistoryChange in
      switch entry.subject {
      case .added: HistoryChange(subject: "added", old: nil, new: nil)
      case .visibility: HistoryChange(subject: visibility(entry.new), old: nil, new: nil)
      case .field(let field):
        HistoryChange(subject: field.rawValue, old: entry.old?.text(of: field), new: entry.new?.text(of: field))
      case .passedOver(let field, let book):
        HistoryChange(subject: "\(field.rawValue) of \(book)", old: entry.old?.text(of: field), new: nil)
      case .cursor(let source), .source(let source), .record(let source, _), .place(let source, _):
        HistoryChange(
          subject: try SourceTable(connection: connection).source(source)?.name ?? "a source", old: nil, new: nil)
      }
    }
    // A book inside a range of added ones has no entry of its own.
    return changes.isEmpty ? [HistoryChange(subject: "added", old: nil, new: nil)] : changes
  }

  private func visibility(_ state: HistoryTable.State?) -> String {
    switch state?.value.flatMap({ Int64($0) }).flatMap(Book.Visibility.init(rawValue:)) {
    case .shown: "shown"
    case .merged: "merged"
    case .goneFromSource: "gone"
    case .removed, .foreign, .undone, nil: "removed"
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
