import Catalog

/// The books of a group side by side, field by field, and the values that the user has chosen for the merged book.
struct ReviewColumns {
  /// The books that still exist, in the order of the group.
  private(set) var books: [Book] = []
  /// The index of the book to keep, into which the other books are merged.
  private(set) var kept = 0
  /// The books excluded from the next decision.
  private(set) var leftOut = Set<Book.ID>()
  /// For each field, the book whose value the user has chosen. Fields without a choice are not included.
  private(set) var choices: [BookField: Book.ID] = [:]

  init(_ books: [Book] = []) { self.books = books }

  /// The fields that have a value in at least one book. User-defined fields come last.
  var fields: [BookField] {
    let own = Set(books.flatMap(\.ownFields)).sorted()
    return (BookField.allCases + own).filter { field in books.contains { Self.says($0, field) } }
  }

  /// The books that the next decision applies to. The book to keep is first.
  var decided: [Book] {
    guard books.indices.contains(kept) else { return [] }
    return [books[kept]] + books.filter { $0.id != books[kept].id && !leftOut.contains($0.id) }
  }

  /// Returns true if the books that the next decision applies to have different values for a field.
  func differs(_ field: BookField) -> Bool { Set(decided.map { $0[field]?.storedText }).count > 1 }

  /// Returns the books that contribute a field's value to the merged book. If merging combines the values, these are
  /// all books that have a value.
  func speakers(of field: BookField) -> Set<Book.ID> {
    if let choice = choices[field] { return [choice] }
    let saying = decided.filter { Self.says($0, field) }.map(\.id)
    return Set(Self.isAddedUp(field) ? saying[...] : saying.prefix(1))
  }

  /// The user's choices as a merge preference.
  var preference: MergePreference { MergePreference(fields: choices) }

  /// Returns a field's value as shown to the user, with times in the local time zone; `nil` if the book has no value.
  static func text(of field: BookField, in book: Book) -> String? {
    if case .instant(let time) = book[field] { time.localTime } else { book[field]?.description }
  }

  private static func says(_ book: Book, _ field: BookField) -> Bool {
    field == .readState ? book.readState != .unread : book[field] != nil
  }

  /// Returns true if merging combines a field's values.
  private static func isAddedUp(_ field: BookField) -> Bool {
    switch field {
    case .tags, .identifiers, .files, .attachments, .copies, .earlierReadings: true
    default: if case .tags = field.definition.kind { field.isOwn } else { false }
    }
  }

  /// Chooses a different book to keep: the one `step` positions further among the books that are not excluded.
  mutating func keep(next step: Int) {
    let indices = books.indices.filter { !leftOut.contains(books[$0].id) }
    guard let current = indices.firstIndex(of: kept) else { return }
    kept = indices[min(max(0, current + step), indices.count - 1)]
  }

  /// Excludes the current book to keep, and makes the first remaining book the one to keep. If only two books remain,
  /// includes all excluded books again.
  ///
  /// - Returns: False if there are only two books and none is excluded, because a decision needs at least two books.
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

  /// Chooses the next book as the origin of a field's value. After the last book, no book is chosen.
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
