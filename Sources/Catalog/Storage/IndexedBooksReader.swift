/// Gathers books by indexes, without reading them: a row of an index costs a fiftieth of a book that is read and tested.
struct IndexedBooksReader {
  let connection: Connection

  /// Books among which all are that the indexes find; `nil` when these are more than a limit. Each part is looked at up
  /// to the limit only, and of parts that must all hold one of few is enough: the caller tests its books.
  func few(_ books: IndexedBooks, limit: Int) throws -> [Int64]? {
    switch books {
    case .rows(let rows):
      let ids = try ids(of: rows, limit: limit + 1)
      return ids.count <= limit ? ids : nil
    case .all(let parts):
      for part in parts {
        if let ids = try few(part, limit: limit) { return ids }
      }
      return nil
    case .any(let parts):
      var all: Set<Int64> = []
      for part in parts {
        guard let ids = try few(part, limit: limit) else { return nil }
        all.formUnion(ids)
        guard all.count <= limit else { return nil }
      }
      return all.sorted()
    case .not: return nil
    }
  }

  /// Exactly the books that the indexes find.
  func all(_ books: IndexedBooks) throws -> GatheredBooks {
    switch books {
    case .rows(let rows):
      var set = BookSet()
      try connection.statement("SELECT \(rows.id) \(rows.source)").forEachRow(rows.values) { set.insert($0.integer(0)) }
      return GatheredBooks(set: set, isInverted: false)
    case .all(let parts):
      return try parts.reduce(GatheredBooks.everything) { $0.intersection(try all($1)) }
    case .any(let parts):
      return try parts.reduce(GatheredBooks.everything) { $0.intersection(try all($1).inverted) }.inverted
    case .not(let part): return try all(part).inverted
    }
  }

  /// How many books a statement finds.
  func count(_ rows: IndexedBooks.Rows) throws -> Int {
    Int(try connection.integer("SELECT count(*) \(rows.source)", rows.values) ?? 0)
  }

  private func ids(of rows: IndexedBooks.Rows, limit: Int) throws -> [Int64] {
    var ids: [Int64] = []
    try connection.statement("SELECT \(rows.id) \(rows.source) LIMIT ?")
      .forEachRow(rows.values + [.integer(Int64(limit))]) { ids.append($0.integer(0)) }
    return ids
  }
}

/// Books by their ids: those of a set, or all shown books but those.
struct GatheredBooks {
  private var set: BookSet
  private var isInverted: Bool

  static let everything = GatheredBooks(set: BookSet(), isInverted: true)

  init(set: BookSet, isInverted: Bool) {
    self.set = set
    self.isInverted = isInverted
  }

  var inverted: GatheredBooks { GatheredBooks(set: set, isInverted: !isInverted) }

  /// - Parameter id: of a shown book.
  func contains(_ id: Int64) -> Bool { set.contains(id) != isInverted }

  /// Puts in a shown book, or takes it out.
  mutating func set(_ id: Int64, isContained: Bool) {
    if isContained != isInverted { set.insert(id) } else { set.remove(id) }
  }

  /// - Parameter total: how many shown books there are.
  func count(of total: Int) -> Int { isInverted ? total - set.count : set.count }

  func intersection(_ other: GatheredBooks) -> GatheredBooks {
    var (first, second) = (self, other)
    if first.isInverted, !second.isInverted { swap(&first, &second) }
    switch (first.isInverted, second.isInverted) {
    case (true, _): first.set.formUnion(second.set)
    case (false, true): first.set.subtract(second.set)
    case (false, false): first.set.formIntersection(second.set)
    }
    return first
  }
}
