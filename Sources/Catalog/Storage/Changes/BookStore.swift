import FoundationEssentials

/// The one place that writes a book: its row, and all that is derived from it, together.
struct BookStore {
  let connection: Connection
  private let table: BookTable
  private let derived: DerivedTables
  private let index: SearchIndex
  private let words: WordTable
  private let pages: PageIndexWriter

  init(connection: Connection) {
    self.connection = connection
    table = BookTable(connection: connection)
    derived = DerivedTables(connection: connection)
    index = SearchIndex(connection: connection)
    words = WordTable(connection: connection)
    pages = PageIndexWriter(connection: connection)
  }

  func insert(_ book: Book) throws {
    let keys = SortKeys(book)
    try table.insert(book, keys: keys)
    if book.visibility == .shown {
      try insertDerived(book)
      try pages.change(nil, to: (book, keys))
    }
  }

  /// Writes a book over what it was.
  ///
  /// - Parameters:
  ///   - old: the book exactly as it is stored: what is derived from it is taken out.
  ///   - now: becomes the time of its last change.
  /// - Returns: whether anything differed; when not, nothing is written.
  @discardableResult
  func replace(_ old: Book, with new: Book, now: Date) throws -> Bool {
    guard !new.isStoredLike(old) else { return false }
    var new = new
    new.changed = now
    let keys = SortKeys(new)
    try table.update(new, keys: keys)
    switch (old.visibility == .shown, new.visibility == .shown) {
    case (true, true): try updateDerived(old, new)
    case (true, false): try deleteDerived(old)
    case (false, true): try insertDerived(new)
    case (false, false): break
    }
    try pages.change(
      old.visibility == .shown ? (old, SortKeys(of: old, like: new, with: keys)) : nil,
      to: new.visibility == .shown ? (new, keys) : nil)
    return true
  }

  private func insertDerived(_ book: Book) throws {
    try derived.insert(book)
    let entry = SearchEntry(book)
    try index.insert(entry)
    try words.insert(entry.words)
  }

  private func deleteDerived(_ book: Book) throws {
    try derived.delete(book)
    try index.delete(SearchEntry(book))
  }

  private func updateDerived(_ old: Book, _ new: Book) throws {
    if old.authors != new.authors || old.tags != new.tags {
      try derived.delete(old)
      try derived.insert(new)
    }
    let before = SearchEntry(old)
    let after = SearchEntry(new)
    if before != after {
      try index.replace(before, with: after)
      let known = Set(before.words)
      try words.insert(after.words.filter { !known.contains($0) })
    }
  }
}

extension Book {
  /// Whether every column would be the same, an ISBN's given form included; the time of the last change aside.
  fileprivate func isStoredLike(_ other: Book) -> Bool {
    var other = other
    other.changed = changed
    return self == other && isbn?.asGiven == other.isbn?.asGiven
  }
}
