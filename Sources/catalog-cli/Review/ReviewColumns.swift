import Catalog

/// The books of a group side by side, field by field, with the chosen values of the merged book.
struct ReviewColumns {
  /// The books that still exist, in the order of the group.
  private(set) var books: [Book] = []
  /// The index of the book that the others are merged into.
  private(set) var kept = 0
  /// The books excluded from the next decision.
  private(set) var leftOut = Set<Book.ID>()
  /// The books whose value of a field was chosen explicitly.
  private(set) var choices: [BookField: Book.ID] = [:]

  init(_ books: [Book] = []) { self.books = books }

  /// The fields for which any of the books has a value, in the order of fields.
  var fields: [BookField] {
    let own = Set(books.flatMap(\.ownFields)).sorted()
    return (BookField.allCases + own).filter { field in books.contains { Self.says($0, field) } }
  }

  /// The books of the next decision, the kept one first.
  var decided: [Book] {
    guard books.indices.contains(kept) else { return [] }
    return [books[kept]] + books.filter { $0.id != books[kept].id && !leftOut.contains($0.id) }
  }

  /// Returns true if the books of the decision differ in a field.
  func differs(_ field: BookField) -> Bool { Set(decided.map { $0[field]?.storedText }).count > 1 }

  /// Returns the books whose values of a field the merged book will show: all books with a value if values are
  /// combined.
  func speakers(of field: BookField) -> Set<Book.ID> {
    if let choice = choices[field] { return [choice] }
    let saying = decided.filter { Self.says($0, field) }.map(\.id)
    return Set(Self.isAddedUp(field) ? saying[...] : saying.prefix(1))
  }

  /// The merge preference for the chosen values.
  var preference: MergePreference { MergePreference(fields: choices) }

  /// Returns a value for people, with times in their time zone; `nil` if the book has none.
  static func text(of field: BookField, in book: Book) -> String? {
    if case .instant(let time) = book[field] { time.localTime } else { book[field]?.description }
  }

  private static func says(_ book: Book, _ field: BookField) -> Bool {
    field == .readState ? book.readState != .unread : book[field] != nil
  }

  /// Returns true if merging combines the values of a field.
  private static func isAddedUp(_ field: BookField) -> Bool {
    switch field {
    case .tags, .identifiers, .files, .attachments, .copies, .earlierReadings: true
    default: if case .tags = field.definition.kind { field.isOwn } else { false }
    }
  }

  /// Chooses another book of the decision to keep, `step` positions further.
  mutating func keep(next step: Int) {
    let indices = books.indices.filter { !leftOut.contains(books[$0].id) }
    guard let current = indices.firstIndex(of: kept) else { return }
    kept = indices[min(max(0, current + step), indices.count - 1)]
  }

  /// Excludes the kept book, or includes all excluded books again if only two are left.
  ///
  /// - Returns: False if nothing could be done: a decision needs at least two books.
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

  /// Chooses the next book's value of a field. After the last book, removes the choice.
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

  /// Chooses the value of a field from the book at an index.
  mutating func choose(_ field: BookField, at index: Int) {
    guard books.indices.contains(index), !leftOut.contains(books[index].id) else { return }
    choices[field] = books[index].id
  }
}
