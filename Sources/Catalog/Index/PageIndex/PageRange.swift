/// Books of a run between two cuts: what one range of the order's index holds.
struct PageRange {
  /// What the text of its condition depends on.
  struct Shape {
    let run: PageRun
    let lower: PageCut.Side
    /// `nil` up to the end of the run.
    let upper: PageCut.Side?
  }

  let shape: Shape
  /// The parameters of ``condition``.
  let values: [SQLValue]

  /// - Parameters:
  ///   - lower: where it begins.
  ///   - upper: where it ends; `nil` at the end of the run. Of two cuts at ids both must be of one key.
  init(_ run: PageRun, from lower: PageCut, to upper: PageCut?) {
    shape = Shape(run: run, lower: lower.side, upper: upper?.side)
    values = [lower, upper].compactMap(\.self).flatMap { cut -> [SQLValue] in
      switch cut {
      case .start: []
      case .before(let key), .behind(let key): run.isUnknown ? [] : [key]
      case .at(let key, let id): run.isUnknown ? [.integer(id)] : [key, .integer(id)]
      }
    }
  }

  /// A condition of SQL, which one range of the order's index answers.
  var condition: String { shape.condition }
}

extension PageRange.Shape {
  /// Whether its books share one key.
  private var isOneKey: Bool { run.isUnknown || lower == .at || upper == .at }

  /// What it is sorted by. Of books that share a key, the id alone, so that SQLite sees that the index has that order.
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
    case .behind: conditions.append("\(column) > ?")
    // Not (key, id) >= (?, ?): on an index of the key and the row's id SQLite would seek by the key alone and scan
    // through all that share it.
    case .at: conditions.append("\(column) = ? AND id >= ?")
    }
    switch upper {
    case .start, nil: break
    case .before: conditions.append("\(column) < ?")
    case .behind: conditions.append("\(column) <= ?")
    case .at: conditions.append("\(column) = ? AND id < ?")
    }
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }
}

/// A statement that reads a range of an order. A connection knows it by its number, which is made faster than its text,
/// and hashed faster.
struct PageStatement {
  enum Columns: Int {
    /// Whole books, and the order's key behind their columns; `LIMIT ? OFFSET ?`.
    case books
    /// Ids and keys, read off the index.
    case ids
    /// The same of books from a list of ids, a JSON array that is the first parameter.
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

  /// The column of the key behind those of a book.
  static let keyBehindBook = Int32(BookTable.columns.split(separator: ",").count)

  /// Unlike that of any other.
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
      // The books are few: each is looked up by its id, whatever indexes there are.
      return """
        SELECT id, \(key) FROM (SELECT value AS listed FROM json_each(?)) CROSS JOIN book NOT INDEXED ON id = listed
        WHERE \(BookTable.isShown) AND \(shape.condition) \(order)
        """
    }
  }
}
