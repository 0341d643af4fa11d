import Catalog

/// The books of a group side by side: field by field, and which of the values the merged book is to show.
struct ReviewColumns {
  /// Those that are still there, in the order of the group.
  private(set) var books: [Book] = []
  /// The place of the book that the others are merged into.
  private(set) var kept = 0
  /// The books that are no part of what is decided next.
  private(set) var leftOut = Set<Book.ID>()
  /// The books whose value of a field was asked for.
  private(set) var choices: [BookField: Book.ID] = [:]

  init(_ books: [Book] = []) { self.books = books }

  /// The fields that any of the books has a value of, in the order of fields.
  var fields: [BookField] {
    let own = Set(books.flatMap(\.ownFields)).sorted()
    return (BookField.allCases + own).filter { field in books.contains { Self.says($0, field) } }
  }

  /// The books that are decided about, the one that is kept first.
  var decided: [Book] {
    guard books.indices.contains(kept) else { return [] }
    return [books[kept]] + books.filter { $0.id != books[kept].id && !leftOut.contains($0.id) }
  }

  /// Whether books say something else of a field; of books that are left out it does not matter.
  func differs(_ field: BookField) -> Bool { Set(decided.map { $0[field]?.storedText }).count > 1 }

  /// The books whose values of a field are shown by a merged book: all that have one where values are added up.
  func speakers(of field: BookField) -> Set<Book.ID> {
    if let choice = choices[field] { return [choice] }
    let saying = decided.filter { Self.says($0, field) }.map(\.id)
    return Set(Self.isAddedUp(field) ? saying[...] : saying.prefix(1))
  }

  /// How the books are merged so that it shows them.
  var preference: MergePreference { MergePreference(fields: choices) }

  /// A value as people read it, times in their own zone; `nil` where the book has none.
  static func text(of field: BookField, in book: Book) -> String? {
    if case .instant(let time) = book[field] { time.localTime } else { book[field]?.description }
  }

  private static func says(_ book: Book, _ field: BookField) -> Bool {
    field == .readState ? book.readState != .unread : book[field] != nil
  }

  /// Whether merging adds up what books have of a field.
  private static func isAddedUp(_ field: BookField) -> Bool {
    switch field {
    case .tags, .identifiers, .files, .attachments, .copies, .earlierReadings: true
    default: if case .tags = field.definition.kind { field.isOwn } else { false }
    }
  }

  /// Keeps another one of the books that are decided about; `step` places on.
  mutating func keep(next step: Int) {
    let places = books.indices.filter { !leftOut.contains(books[$0].id) }
    guard let current = places.firstIndex(of: kept) else { return }
    kept = places[min(max(0, current + step), places.count - 1)]
  }

  /// Leaves the book out that is kept, or takes all in again that were left out.
  ///
  /// - Returns: whether that could be done: two at least are decided about.
  mutating func leaveOut() -> Bool {
    guard decided.count > 2 else {
      defer { leftOut = [] }
      return !leftOut.isEmpty
    }
    let id = books[kept].id
    leftOut.insert(id)
    choices = choices.filter { $0.value != id }
    kept = books.firstIndex { !leftOut.contains($0.id) } ?? 0
    return true
  }

  /// Lets a field have the value of the next one of the books; behind the last one it is as it was.
  mutating func choose(next field: BookField) {
    let order = books.map(\.id).filter { id in decided.contains { $0.id == id } }
    guard let choice = choices[field] else {
      let shown = speakers(of: field)
      choices[field] = order.first { !shown.contains($0) } ?? order.first
      return
    }
    let next = (order.firstIndex(of: choice) ?? -1) + 1
    choices[field] = next < order.count ? order[next] : nil
  }

  /// Lets a field have the value of the book at a place.
  mutating func choose(_ field: BookField, at place: Int) {
    guard books.indices.contains(place), !leftOut.contains(books[place].id) else { return }
    choices[field] = books[place].id
  }
}
