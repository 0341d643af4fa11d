/// A model of a shared catalog, kept beside the server. From each person's actions it predicts which values are shown
/// to that person and which steps they can undo.
struct FamilyModel {
  /// A value that a step changes independently of others.
  enum Place: Hashable {
    case exists(Int64)
    /// The title from a file and the title from users.
    case sourceTitle(Int64)
    case editedTitle(Int64)
    case tags(Int64)
    case mark(String, Int64, field: String)

    var book: Int64 {
      switch self {
      case .exists(let book), .sourceTitle(let book), .editedTitle(let book), .tags(let book): book
      case .mark(_, let book, _): book
      }
    }

    /// True if the value belongs to one person other than the owner. The owner's marks are stored in the book.
    var isMark: Bool { if case .mark(let person, _, _) = self { person != FamilyModel.owner } else { false } }
  }

  struct Step {
    let person: String
    var number: Int
    let changes: [Place: (before: String?, after: String?)]
    let isImport: Bool
  }

  static let owner = "Ada"

  private(set) var values: [Place: String] = [:]
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  private var lastNumber = 0
  /// The people who share their reviews.
  var showing: Set<String> = []

  /// The existing books in the order of their creation.
  var books: [Int64] {
    values.keys.compactMap { if case .exists(let book) = $0 { book } else { nil } }.sorted()
  }

  func title(_ book: Int64) -> String? { values[.editedTitle(book)] ?? values[.sourceTitle(book)] }
  func tags(_ book: Int64) -> Set<String> {
    Set((values[.tags(book)] ?? "").split(separator: "|").map(String.init))
  }
  func mark(_ field: String, of book: Int64, by person: String) -> String? {
    values[.mark(person, book, field: field)]
  }

  /// Performs a person's change of these values. Values that are already set make no step.
  mutating func act(_ person: String, _ newValues: [Place: String?], isImport: Bool = false) {
    let changes = newValues.filter { values[$0] != $1 }
    if changes.isEmpty { return }
    lastNumber += 1
    let step = Step(
      person: person, number: lastNumber,
      changes: .init(uniqueKeysWithValues: changes.map { ($0, (values[$0], $1)) }), isImport: isImport)
    for (slot, change) in step.changes { values[slot] = change.after }
    done.append(step)
    undone.removeAll { $0.person == person }
  }

  /// Returns the step that a person would undo or redo next.
  func next(of person: String, again: Bool) -> Step? { (again ? undone : done).last { $0.person == person } }

  /// Returns true if nobody else has changed the step's books since, in which case an undo must succeed.
  func isUntouched(_ step: Step) -> Bool {
    let books = Set(step.changes.keys.filter { !$0.isMark }.map(\.book))
    return !(done + undone).contains { other in
      other.number > step.number && other.person != step.person
        && other.changes.keys.contains { !$0.isMark && books.contains($0.book) }
    }
  }

  /// Returns true if every value is as the step left it. Otherwise undoing would lose another person's change.
  func isAsLeft(_ step: Step, again: Bool) -> Bool {
    step.changes.allSatisfy { values[$0] == (again ? $1.before : $1.after) }
  }

  /// - Parameter left: The books that stay unchanged because others have changed them since.
  mutating func replay(_ step: Step, again: Bool, left: Set<Int64> = []) {
    for (slot, change) in step.changes where !left.contains(slot.book) {
      values[slot] = again ? change.after : change.before
    }
    if again {
      undone.removeAll { $0.number == step.number }
      lastNumber += 1
      done.append(step)
      done[done.count - 1].number = lastNumber
    } else {
      done.removeAll { $0.number == step.number }
      undone.append(step)
    }
  }
}
