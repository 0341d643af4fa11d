/// A range of a run: the books between two cuts. They are one range of the order's index.
struct PageRange {
  /// The properties that determine the text of the SQL condition.
  struct Shape {
    let run: PageRun
    let lower: PageCut.Side
    /// The side of the upper cut; `nil` if the range extends to the end of the run.
    let upper: PageCut.Side?
  }

  let shape: Shape
  /// The parameters of ``condition``.
  let values: [SQLValue]

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - lower: The cut at which the range begins.
  ///   - upper: The cut at which the range ends; `nil` for the end of the run. If both cuts are at ids, they must have
  ///     the same key.
  init(_ run: PageRun, from lower: PageCut, to upper: PageCut?) {
    shape = Shape(run: run, lower: lower.side, upper: upper?.side)
    values = [lower, upper].compactMap(\.self).flatMap { cut -> [SQLValue] in
      switch cut {
      case .start: []
      case .before(let key), .after(let key): run.isUnknown ? [] : [key]
      case .at(let key, let id): run.isUnknown ? [.integer(id)] : [key, .integer(id)]
      }
    }
  }

  /// The SQL condition for the books in the range. SQLite answers it with one range of the order's index.
  var condition: String { shape.condition }
}

extension PageRange.Shape {
  /// True if all books in the range have the same key.
  private var isOneKey: Bool { run.isUnknown || lower == .at || upper == .at }

  /// Returns the terms of the `ORDER BY` clause. If all books have the same key, the only term is the id, so that
  /// SQLite recognises the order of the index.
  func terms(descending: Bool) -> String {
    PageRun(key: run.key, isUnknown: isOneKey).terms(descending: descending)
  }

  var condition: String {
    let column = run.key.column
    var conditions: [String] = []
    if run.isUnknown {
      conditions.append("\(column) IS NULL")
      if lower == .at { conditions.append("id >= ?") }
      if upper == .at { conditions.append("id < ?") }
      return conditions.joined(separator: " AND ")
    }
    switch lower {
    case .start: if run.key.mayBeUnknown { conditions.append("\(column) IS NOT NULL") }
    case .before: conditions.append("\(column) >= ?")
    case .after: conditions.append("\(column) > ?")
    // Not (key, id) >= (?, ?): on an index of the key and the row's id, SQLite would seek by the key alone and scan all
    // rows with that key.
    case .at: conditions.append("\(column) = ? AND id >= ?")
    }
    switch upper {
    case .start, nil: break
    case .before: conditions.append("\(column) < ?")
    case .after: conditions.append("\(column) <= ?")
    case .at: conditions.append("\(column) = ? AND id < ?")
    }
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }
}

/// A statement that reads a range of an order. A connection looks it up by its number, which is faster to create and to
/// hash than its text.
struct PageStatement {
  enum Columns: Int {
    /// Whole books, followed by the order's key; with `LIMIT ? OFFSET ?`.
    case books
    /// Ids and keys, read from the index.
    case ids
    /// Ids and keys of the books in a list of ids, a JSON array passed as the first parameter.
    case idsOfList
  }

  let columns: Columns
  let shape: PageRange.Shape
  let isDescending: Bool

  init(_ columns: Columns, _ range: PageRange, _ order: KeyOrder) {
    self.columns = columns
    shape = range.shape
    isDescending = order.isDescending
  }

  /// The index of the key's column, after the columns of a book.
  static let keyAfterBook = Int32(BookTable.columns.split(separator: ",").count)

  /// The unique number of the statement.
  var number: Int {
    let upper = shape.upper.map { $0.rawValue + 1 } ?? 0
    let cuts = shape.lower.rawValue * (PageCut.Side.allCases.count + 1) + upper
    return ((cuts * 3 + columns.rawValue) * 2 + (isDescending ? 1 : 0)) << 8 | Int(shape.run.number)
  }

  var sql: String {
    let key = shape.run.key.column
    let order = "ORDER BY \(shape.terms(descending: isDescending))"
    switch columns {
    case .books:
      return """
        SELECT \(BookTable.columns), \(key) FROM book
        WHERE \(BookTable.isShown) AND \(shape.condition) \(order) LIMIT ? OFFSET ?
        """
    case .ids: return "SELECT id, \(key) FROM book WHERE \(BookTable.isShown) AND \(shape.condition) \(order)"
    case .idsOfList:
      // The list is short: each book is looked up by its id, whatever indexes exist.
      return """
        SELECT id, \(key) FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN book NOT INDEXED ON id = listed
        WHERE \(BookTable.isShown) AND \(shape.condition) \(order)
        """
    }
  }
}
