/// What each of a family should be shown of one catalog, and what each may take back, as far as it is told by what they did: a
/// model beside the server.
struct FamilyModel {
  /// Something that a step changes, by itself.
  enum Place: Hashable {
    case exists(Int64)
    /// What a file said of the title, and what people made of it.
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

    /// Whether it is nobody else's matter. What the owner says of a book stands in the book.
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
  /// Whose reviews others may read.
  var showing: Set<String> = []

  /// The books that there are, in the order in which they came.
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

  /// Somebody does what changes these places; what is there already makes no step.
  mutating func act(_ person: String, _ wanted: [Place: String?], isImport: Bool = false) {
    let changes = wanted.filter { values[$0] != $1 }
    if changes.isEmpty { return }
    lastNumber += 1
    let step = Step(
      person: person, number: lastNumber,
      changes: .init(uniqueKeysWithValues: changes.map { ($0, (values[$0], $1)) }), isImport: isImport)
    for (place, change) in step.changes { values[place] = change.after }
    done.append(step)
    undone.removeAll { $0.person == person }
  }

  /// What somebody would take back next, or do again.
  func next(of person: String, again: Bool) -> Step? { (again ? undone : done).last { $0.person == person } }

  /// Whether nobody else has been at the books of a step since, so that it has to be taken back where it is asked for.
  func isUntouched(_ step: Step) -> Bool {
    let books = Set(step.changes.keys.filter { !$0.isMark }.map(\.book))
    return !(done + undone).contains { other in
      other.number > step.number && other.person != step.person
        && other.changes.keys.contains { !$0.isMark && books.contains($0.book) }
    }
  }

  /// Whether all is as a step left it: else taking it back would lose what somebody else did.
  func isAsLeft(_ step: Step, again: Bool) -> Bool {
    step.changes.allSatisfy { values[$0] == (again ? $1.before : $1.after) }
  }

  /// - Parameter left: the books that stay as they are, since others have said something of them.
  mutating func replay(_ step: Step, again: Bool, left: Set<Int64> = []) {
    for (place, change) in step.changes where !left.contains(place.book) {
      values[place] = again ? change.after : change.before
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
