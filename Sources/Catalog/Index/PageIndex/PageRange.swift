import CatalogDatabase

/// The books between two cuts of a sorted list. They are contiguous in the database index of the list's order.
struct PageRange {
  /// The properties of a range that determine the text of its SQL condition.
  struct Shape {
    let run: PageRun
    let lower: PageCut.Side
    /// The type of the upper cut, or `nil` if the range extends to the end of the run.
    let upper: PageCut.Side?
  }

  let shape: Shape
  /// The values of the parameters in ``condition``.
  let values: [SQLValue]

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - lower: The cut at which the range begins.
  ///   - upper: The cut at which the range ends, or `nil` for the end of the run. If both cuts contain an id, they must
  ///     have the same key.
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

  /// The SQL condition for the books in the range. SQLite evaluates it with a single range scan of an index.
  var condition: String { shape.condition }
}

extension PageRange.Shape {
  /// True if all books in the range are known to have the same sort key.
  private var isOneKey: Bool { run.isUnknown || lower == .at || upper == .at }

  /// Returns the terms of the `ORDER BY` clause. If all books have the same sort key, the clause contains only the id.
  /// Otherwise SQLite would not recognise that the index already has the right order.
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
    // A row comparison, `(key, id) >= (?, ?)`, would be slow here. SQLite would use only the key to search the index,
    // and scan all rows with that key.
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

/// A statement that reads a range of sorted books. Connections cache such statements by a number, because creating and
/// hashing the text takes longer.
struct PageStatement {
  enum Columns: Int {
    /// Selects whole books, followed by their sort keys. The statement ends with `LIMIT ? OFFSET ?`.
    case books
    /// Selects the ids and sort keys from an index, without reading the books.
    case ids
    /// Selects the ids and sort keys of the books whose ids are in the JSON array bound to the first parameter.
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

  /// The index of the sort key's column in a row that contains a whole book.
  static let keyAfterBook = Int32(BookTable.columns.split(separator: ",").count)

  /// The number that identifies the statement in a connection's cache.
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
      // The JSON array is short, so each book is looked up by its id, regardless of the indexes that exist.
      return """
        SELECT id, \(key) FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN book NOT INDEXED ON id = listed
        WHERE \(BookTable.isShown) AND \(shape.condition) \(order)
        """
    }
  }
}
