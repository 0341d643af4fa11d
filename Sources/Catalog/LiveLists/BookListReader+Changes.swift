extension BookListReader {
  /// Updates a list's state after changes to books. Reads the changed books, and as few other books as are needed to
  /// determine their positions.
  ///
  /// - Returns: The number of rows that were inserted before the loaded rows. It includes changed rows that are now
  ///   before them.
  /// - Throws: ``Mismatch`` if the list must be reloaded.
  func update(_ contents: inout BookListContents, _ ids: [Book.ID]) throws -> Int {
    if contents.found == nil { return try updateEverything(&contents, ids) }
    return try updateFound(&contents, ids)
  }

  /// Updates a list of all books. All rows between the first and the last previously loaded row are loaded afterwards.
  /// If the loaded rows included the beginning or the end of the list, new rows before or after them are also loaded.
  private func updateEverything(_ contents: inout BookListContents, _ ids: [Book.ID]) throws -> Int {
    let old = contents.window
    let changed = Set(ids)
    let isAtEnd = old.range.upperBound == old.count.known
    var rows = old.rows.filter { !changed.contains($0.id) }
    var before = 0
    for id in ids {
      guard let sortPosition = try pages.sortPosition(of: id, order) else { continue }
      if old.start > 0, let first = contents.ends?.first, sortPosition.precedes(first, descending: order.isDescending) {
        before += 1
        continue
      }
      if !isAtEnd, let last = contents.ends?.last, last.precedes(sortPosition, descending: order.isDescending) {
        continue
      }
      let offset = try countBefore(.ordered(sortPosition), of: rows.count) { rows[$0].id }
      rows.insert(try member(id), at: offset)
    }
    contents.window.count = try count(nil, in: nil)
    contents.window.rows = rows
    if let first = rows.first {
      contents.window.start = old.start == 0 ? 0 : try position(of: first.id)
    } else if contents.window.count.known > 0 {
      // All loaded rows are gone, so the list must be reloaded.
      throw Mismatch()
    } else {
      contents.window.start = 0
    }
    return before
  }

  private func position(of id: Book.ID) throws -> Int {
    guard let position = try pages.position(of: id, .all, order) else { throw Mismatch() }
    return position
  }

  /// Updates a list for which ids were found. The loaded rows then extend from the first to the last previously loaded
  /// row that has not changed. Changed rows next to them are included if they were loaded before.
  private func updateFound(_ contents: inout BookListContents, _ ids: [Book.ID]) throws -> Int {
    guard var found = contents.found else { throw Mismatch() }
    let old = contents.window
    let changed = Set(ids)
    let isAtEnd = old.range.upperBound == found.ids.count
    Self.remove(changed, from: &found.ids)
    var books: [Book.ID: Book] = [:]
    for id in ids {
      guard let (sortPosition, book) = try entry(id) else { continue }
      let index = try countBefore(sortPosition, of: found.ids.count) { found.ids[$0] }
      // Rows after the ids found so far need no update. They are found when they are requested.
      guard index < found.ids.count || found.isWhole else { continue }
      found.ids.insert(id, at: index)
      books[id] = book
    }
    var loaded: [Book.ID: Book] = [:]
    for book in old.rows { loaded[book.id] = book }
    let resting = old.rows.lazy.map(\.id).filter { !changed.contains($0) }
    var lower = 0
    var upper = found.ids.count
    if let first = resting.first, let last = resting.last {
      guard let firstIndex = found.ids.firstIndex(of: first),
        let lastIndex = found.ids[firstIndex...].firstIndex(of: last)
      else { throw Mismatch() }
      func wasLoaded(_ index: Int) -> Bool { changed.contains(found.ids[index]) && loaded[found.ids[index]] != nil }
      if old.start > 0 {
        lower = firstIndex
        while lower > 0, wasLoaded(lower - 1) { lower -= 1 }
      }
      if !isAtEnd {
        upper = lastIndex + 1
        while upper < found.ids.count, wasLoaded(upper) { upper += 1 }
      }
    } else if !old.rows.isEmpty || (old.start > 0 && !found.ids.isEmpty) {
      throw Mismatch()
    }
    contents.window.rows = try found.ids[lower..<upper].map { id in
      if let book = books[id] ?? loaded[id] { return book }
      throw Mismatch()
    }
    contents.window.start = lower
    contents.found = found
    contents.isFinished = contents.isFinished && found.isWhole
    return found.ids[..<lower].count { books[$0] != nil }
  }

  /// Removes changed books from the ids. For a few books, removing each of them is faster than looking up every id in a
  /// set.
  private static func remove(_ changed: Set<Book.ID>, from ids: inout [Book.ID]) {
    if changed.count > 8 { return ids.removeAll(where: changed.contains) }
    for id in changed {
      if let index = ids.firstIndex(of: id) { ids.remove(at: index) }
    }
  }
}
