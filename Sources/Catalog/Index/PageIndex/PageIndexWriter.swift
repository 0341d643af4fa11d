import CatalogDatabase

/// Updates the page index when a book changes, and rebuilds it after bulk loads.
///
/// If the table has no rows, the catalog has no page index, and changes to books are not recorded.
struct PageIndexWriter {
  private let connection: Connection
  private let table: PageIndexTable
  private let sizes: PageIndexSizes

  init(connection: Connection) {
    self.connection = connection
    table = PageIndexTable(connection: connection)
    sizes = connection.pageIndexSizes
  }

  /// Updates the page index after a change to a book. `old` is `nil` if the book was hidden before the change; `new` is
  /// `nil` if the book is hidden now.
  func change(_ old: StoredBook?, to new: StoredBook?) throws {
    for key in BookOrder.Key.allCases {
      let from = old.map { key.value(of: $0.book, $0.keys) }
      let to = new.map { key.value(of: $0.book, $0.keys) }
      if from != to, let id = old?.book.id ?? new?.book.id { try move(id.rawValue, in: key, from: from, to: to) }
    }
  }

  private func move(_ id: Int64, in key: BookOrder.Key, from old: SQLValue?, to new: SQLValue?) throws {
    let from = old.map { PageRun.location(key, key: $0) }
    let to = new.map { PageRun.location(key, key: $0) }
    var shrunk: PageIndexEntry?
    var grown: PageIndexEntry?
    for level in 0..<PageIndexSizes.levels {
      let source = try from.flatMap { try table.entry($0.run, level: level, holding: $0.key, .integer(id)) }
      let target = try to.flatMap { try table.entry($0.run, level: level, holding: $0.key, .integer(id)) }
      // A book that stays in the same bucket or group changes no count on this level or above.
      if let from, let to, from.run == to.run, source?.cut == target?.cut { break }
      if let from, let source { try table.add(-1, from.run, level: level, at: source.cut) }
      if let to, let target { try table.add(1, to.run, level: level, at: target.cut) }
      if level == 0 { (shrunk, grown) = (source, target) }
    }
    if let to, let grown, grown.books + 1 > sizes.largestBucket { try split(to.run, bucket: grown.cut) }
    if let from, let shrunk, shrunk.books - 1 < sizes.smallestBucket { try merge(from.run, level: 0, shrunk.cut) }
  }

  // MARK: Splitting and merging

  private func split(_ run: PageRun, bucket cut: PageCut) throws {
    let upper = try table.cut(run, level: 0, next: cut)
    let cutter = PageIndexCutter(connection: connection, run: run, size: sizes.bucket)
    let books = try cutter.count(from: cut, to: upper)
    guard books > sizes.largestBucket else { return }
    try table.delete(run, level: 0, at: cut)
    try cutter.forEachBucket(from: cut, to: upper, books: books, target: books / 2) {
      try table.insert(run, level: 0, $0)
    }
    try splitGroup(run, level: 1, holding: cut)
  }

  /// Splits the group that contains a cut if the group has too many members. If necessary, also splits the groups
  /// above.
  private func splitGroup(_ run: PageRun, level: Int, holding cut: PageCut) throws {
    guard level < PageIndexSizes.levels, let group = try table.entry(run, level: level, after: cut) else { return }
    let members = try members(run, level: level, group.cut)
    guard members.count > sizes.largestGroup else { return }
    let moved = members[(members.count / 2)...]
    let books = moved.reduce(0) { $0 + $1.books }
    try table.add(-books, run, level: level, at: group.cut)
    try table.insert(run, level: level, PageIndexEntry(cut: moved[members.count / 2].cut, books: books))
    try splitGroup(run, level: level + 1, holding: group.cut)
  }

  /// Merges the bucket or group at a cut with a neighbour from the same parent group, unless the result would be too
  /// large.
  private func merge(_ run: PageRun, level: Int, _ cut: PageCut) throws {
    let isTop = level + 1 == PageIndexSizes.levels
    let group = isTop ? nil : try table.entry(run, level: level + 1, after: cut)
    let siblings =
      if let group { try members(run, level: level + 1, group.cut) } else {
        try table.entries(run, level: level, from: .start, to: nil)
      }
    guard let index = siblings.firstIndex(where: { $0.cut == cut }) else { return }
    for second in [index, index + 1] where siblings.indices.contains(second) && second > 0 {
      let (first, removed) = (siblings[second - 1], siblings[second])
      guard try mayJoin(run, level: level, first, removed) else { continue }
      try table.delete(run, level: level, at: removed.cut)
      try table.add(removed.books, run, level: level, at: first.cut)
      if let group, siblings.count - 1 < sizes.smallestGroup { try merge(run, level: level + 1, group.cut) }
      return
    }
  }

  private func mayJoin(
    _ run: PageRun, level: Int, _ first: PageIndexEntry, _ second: PageIndexEntry
  ) throws -> Bool {
    if level > 0 {
      let members = try members(run, level: level, first.cut).count + members(run, level: level, second.cut).count
      return members <= sizes.group * 3 / 2
    }
    guard first.books + second.books <= sizes.bucket * 3 / 2 else { return false }
    switch second.cut {
    case .start: return false
    case .at: return true
    // Buckets that contain only one key must not be merged with buckets of other keys.
    case .before(let key): return try table.cut(run, level: 0, next: second.cut)?.keyWithin != key
    case .after(let key): return first.cut.keyWithin != key
    }
  }

  /// Returns the members of a group, which are entries of the level below.
  private func members(_ run: PageRun, level: Int, _ cut: PageCut) throws -> [PageIndexEntry] {
    let upper = try table.cut(run, level: level, next: cut)
    return try table.entries(run, level: level - 1, from: cut, to: upper)
  }
}

extension PageIndexWriter {
  /// Deletes the page index. A bulk load calls this because it writes many books without updating the page index. Lists
  /// are read without it, at a higher cost, until ``rebuild()`` is called.
  func discard() throws {
    try table.deleteAll()
  }

  /// Rebuilds the page index from the books, with one scan for each order. Must be called inside a transaction.
  func rebuild() throws {
    try table.deleteAll()
    for run in PageRun.all { try fill(run) }
  }

  /// Rebuilds the page index for some orders. Does nothing if the catalog has no page index. Must be called inside a
  /// transaction.
  func rebuild(_ keys: [BookOrder.Key]) throws {
    if try table.isEmpty { return }
    for run in keys.flatMap(PageRun.all(of:)) {
      try table.delete(run)
      try fill(run)
    }
  }

  private func fill(_ run: PageRun) throws {
    let cutter = PageIndexCutter(connection: connection, run: run, size: sizes.bucket)
    // For each level, the entry that still receives buckets, with the number of its buckets so far.
    var open: [(entry: PageIndexEntry, members: Int)?] = Array(repeating: nil, count: PageIndexSizes.levels)
    func close(_ level: Int) throws {
      if let entry = open[level]?.entry { try table.insert(run, level: level, entry) }
      open[level] = nil
    }
    let books = try cutter.count(from: .start, to: nil)
    try cutter.forEachBucket(from: .start, to: nil, books: books, target: sizes.bucket) { bucket in
      try table.insert(run, level: 0, bucket)
      for level in 1..<PageIndexSizes.levels {
        let isFull = open[level].map { $0.members >= Self.bucketsBelow(level, sizes) } ?? false
        if isFull { try close(level) }
        var (entry, members) = open[level] ?? (PageIndexEntry(cut: bucket.cut, books: 0), 0)
        entry.books += bucket.books
        members += 1
        open[level] = (entry, members)
      }
    }
    for level in 1..<PageIndexSizes.levels { try close(level) }
  }

  /// Returns the number of buckets that a new entry of a level covers.
  private static func bucketsBelow(_ level: Int, _ sizes: PageIndexSizes) -> Int {
    (0..<level).reduce(1) { count, _ in count * sizes.group }
  }
}
