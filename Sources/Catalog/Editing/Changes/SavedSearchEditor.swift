import CatalogDatabase
import FoundationEssentials
import Platform

/// Saves and deletes searches. Each call creates one step, or adds to a named step.
struct SavedSearchEditor {
  let connection: Connection
  let now: Date
  var scope = StepScope()

  private var table: SavedSearchTable { SavedSearchTable(connection: connection) }

  /// Saves a search. A saved search with the same name is replaced.
  ///
  /// - Throws: ``InvalidValue`` if the catalog already has ``SavedSearch/limit`` searches.
  func save(_ search: SavedSearch) throws {
    let old = try table.search(named: search.name)
    if old == search { return }
    guard try old != nil || table.all().count < SavedSearch.limit else {
      throw InvalidValue("saved search", search.name, "a catalog can have at most \(SavedSearch.limit.grouped)")
    }
    try table.write(search)
    try note(
      old: old, new: search,
      old == nil ? "search @\(search.name) saved" : "search @\(search.name) changed")
  }

  /// Deletes a saved search.
  ///
  /// - Throws: ``InvalidValue`` if there is no search with this name.
  func forget(_ name: String) throws -> SavedSearch {
    guard let old = try table.search(named: name) else {
      throw InvalidValue("saved search", name, "no saved search has that name")
    }
    try table.delete(name)
    try note(old: old, new: nil, "search @\(old.name) deleted")
    return old
  }

  private func note(old: SavedSearch?, new: SavedSearch?, _ summary: String) throws {
    let step = try scope.step(for: .search, summary: summary, now: now, connection)
    try HistoryTable(connection: connection).write(HistoryTable.Entry(old: old, new: new), step: step)
    // Visible lists may show the results of the search.
    connection.changedBooks.insertMany()
  }
}

extension HistoryTable.Entry {
  /// Creates the history entry for a change to a saved search. At least one of the two searches must be given.
  init(old: SavedSearch?, new: SavedSearch?) {
    self.init(
      book: 0, subject: .savedSearch(SavedSearch.key(old?.name ?? new?.name ?? "")), old: HistoryTable.State(old),
      new: HistoryTable.State(new))
  }
}

extension HistoryTable.State {
  /// Creates the state of a saved search; `nil` if there is no search.
  init?(_ search: SavedSearch?) {
    guard let search else { return nil }
    self.init(value: "\(search.name) \(search.query)", base: search.order)
  }

  fileprivate var savedSearch: SavedSearch? {
    // Names contain no spaces.
    guard let parts = value?.split(separator: " ", maxSplits: 1), parts.count == 2 else { return nil }
    return SavedSearch(name: String(parts[0]), query: String(parts[1]), order: base)
  }
}

extension StepReplay {
  /// Undoes or redoes a change to a saved search, by restoring or deleting the search.
  mutating func replaySavedSearch(
    _ key: String, _ from: HistoryTable.State?, _ to: HistoryTable.State?, _ connection: Connection
  ) throws {
    let table = SavedSearchTable(connection: connection)
    let current = HistoryTable.State(try table.search(named: key))
    if current == to { return }
    guard current == from else {
      left.append(.savedSearch(from?.savedSearch?.name ?? key))
      return
    }
    if let search = to?.savedSearch { try table.write(search) } else { try table.delete(key) }
    connection.changedBooks.insertMany()
  }
}
