import CatalogDatabase
import FoundationEssentials

/// The only type that writes books. It writes the row of a book together with all data derived from the book.
struct BookStore {
  let connection: Connection
  private let table: BookTable
  private let derived: DerivedTables
  private let pages: PageIndexWriter
  private let pending: DerivedPending
  /// The batch that defers work to the end of the transaction; `nil` to write everything immediately.
  private let batch: BookBatch?

  init(connection: Connection, batch: BookBatch? = nil) {
    self.connection = connection
    self.batch = batch
    pending = DerivedPending(connection: connection)
    table = BookTable(connection: connection)
    derived = DerivedTables(connection: connection)
    pages = PageIndexWriter(connection: connection)
  }

  func insert(_ book: Book) throws {
    if let person = try connection.knownMarker {
      try insertStored(Mark().shown(in: book))
      try marks.change(Mark(), to: Mark(of: book), of: book.id, by: person)
    } else {
      try insertStored(book)
    }
  }

  private func insertStored(_ book: Book) throws {
    let keys = SortKeys(book)
    try table.insert(book, keys: keys)
    connection.changedBooks.insert(book.id)
    if book.visibility == .shown {
      try insertDerived(book)
      try pages.change(nil, to: (book, keys))
    }
  }

  /// Inserts a new book whose id is already assigned.
  func insert(_ new: NewBook) throws {
    guard let batch, try connection.marker == nil else { return try insert(new.book) }
    try table.insert(new.book, keys: new.keys)
    // During a load, observers learn only that many books changed, because reporting each id would cost another row.
    if batch.defersSearch { connection.changedBooks.insertMany() } else { connection.changedBooks.insert(new.book.id) }
    batch.add(new)
    if batch.keepsPages { try pages.change(nil, to: (new.book, new.keys)) }
  }

  /// Replaces a stored book.
  ///
  /// - Parameters:
  ///   - old: The stored book, exactly as it was read. It determines which derived data to remove.
  ///   - now: The time to store as the time of the last change.
  /// - Returns: True if the books differ. If they are equal, nothing is written.
  @discardableResult
  func replace(_ old: Book, with new: Book, now: Date) throws -> Bool {
    guard let person = try connection.knownMarker, let stored = try table.storedBook(old.id) else {
      return try replaceStored(old, with: new, now: now)
    }
    // The values of the person who makes the change are stored in that person's mark. The owner's values stay
    // unchanged.
    let isMarked = try marks.change(Mark(of: old), to: Mark(of: new), of: old.id, by: person)
    let owners = Mark(of: stored)
    return try replaceStored(owners.shown(in: old), with: owners.shown(in: new), now: now) || isMarked
  }

  private func replaceStored(_ old: Book, with new: Book, now: Date) throws -> Bool {
    guard !new.isStoredLike(old) else { return false }
    if let batch, batch.holds(old.id) { try batch.finish() }
    var new = new
    new.changed = now
    let oldKeys = try table.keys(of: old.id) ?? SortKeys(old)
    let keys = SortKeys(of: new, like: old, with: oldKeys)
    try table.update((old, oldKeys), to: (new, keys))
    connection.changedBooks.insert(old.id)
    switch (old.visibility == .shown, new.visibility == .shown) {
    case (true, true): try updateDerived(old, new)
    case (true, false): try deleteDerived(old)
    case (false, true): try insertDerived(new)
    case (false, false): break
    }
    try pages.change(
      old.visibility == .shown ? (old, oldKeys) : nil,
      to: new.visibility == .shown ? (new, keys) : nil)
    return true
  }

  private var marks: MarkStore { MarkStore(connection: connection, batch: batch) }

  private func insertDerived(_ book: Book) throws {
    try derived.insert(book)
    try changeIndex(book.id, from: nil, to: SearchTerms(book))
  }

  private func deleteDerived(_ book: Book) throws {
    try derived.delete(book)
    try changeIndex(book.id, from: SearchTerms(book), to: nil)
  }

  private func updateDerived(_ old: Book, _ new: Book) throws {
    if old.authors != new.authors || old.tags != new.tags || old.identifiers != new.identifiers {
      try derived.delete(old)
      try derived.insert(new)
    }
    if batch == nil, SearchTerms.haveSameTexts(old, new),
      try pending.books(in: old.id.rawValue...old.id.rawValue).isEmpty
    {
      return try updateFacts(old, new)
    }
    let (before, after) = (SearchTerms(old), SearchTerms(new))
    if before != after { try changeIndex(old.id, from: before, to: after) }
  }

  /// Updates only the search terms that do not depend on the book's texts. This avoids tokenizing the texts, which may
  /// be long.
  private func updateFacts(_ old: Book, _ new: Book) throws {
    let change = PostingChange(old.id.rawValue, from: SearchTerms.facts(of: old), to: SearchTerms.facts(of: new))
    if !change.isEmpty { try PostingChangeTable(connection: connection).append(change) }
  }

  private func changeIndex(_ book: Book.ID, from old: SearchTerms?, to new: SearchTerms?) throws {
    // The index may contain all, some or none of the terms of a pending book.
    let isIndexed = try !pending.remove(book.rawValue...book.rawValue)
    if let batch { return batch.change(book, from: old, to: new, isIndexed: isIndexed) }
    if isIndexed { return try SearchIndexChanges.leave(book.rawValue, from: old, to: new, connection) }
    var changes = SearchIndexChanges()
    changes.change(book.rawValue, from: old, to: new, isIndexed: false)
    try changes.write(connection)
  }
}

extension Book {
  /// Returns true if both books are equal in all stored columns, including the original spelling of the ISBN. The time
  /// of the last change is ignored.
  fileprivate func isStoredLike(_ other: Book) -> Bool {
    var other = other
    other.changed = changed
    return self == other && isbn?.asGiven == other.isbn?.asGiven
  }
}
