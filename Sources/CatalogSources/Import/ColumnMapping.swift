import CatalogModel

/// Maps the columns of a table to fields. The user's assignments come first. All other fields are found by the column
/// names in the table's dialect.
struct ColumnMapping {
  /// A column that supplies a field.
  struct Column {
    let index: Int
    /// The separators between authors or tags.
    var division: ListDivision
  }

  /// A column that supplements the values of other columns.
  struct Addition {
    let index: Int
    let content: ColumnAddition.Content
    /// The column with the roles of the people.
    let roles: Int?
    /// The separators between shelves or other items.
    var division: ListDivision
  }

  /// The column names as written in the table, or their numbers if the table has no header.
  let header: [String]
  let dialect: TableDialect
  /// The columns of each field, in order of preference.
  private(set) var columns: [BookField: [Column]] = [:]
  private(set) var idColumn: Int?
  private(set) var uuidColumn: Int?
  /// The columns that supplement the values of other columns.
  private(set) var additions: [Addition] = []
  /// The column that identifies rows that are not books, and the words that mark such rows.
  private(set) var skipped: (index: Int, words: Set<String>)?
  /// True if the first row contains the column names.
  let hasHeader: Bool
  /// The columns that are not imported, except those in ``repeated``.
  private(set) var unused: [Int] = []
  /// The columns that become user-defined fields.
  private(set) var own: [OwnColumn] = []
  /// The columns that are not imported because they only repeat other columns.
  private(set) var repeated: [Int] = []

  var hasID: Bool { idColumn != nil }

  /// Creates a mapping for a table.
  ///
  /// - Parameters:
  ///   - header: The cells of the first row.
  ///   - named: The columns that the user assigned to fields: ``ImportInput/Options/columns``.
  ///   - ownColumns: The columns that the user assigned to user-defined fields: ``ImportInput/Options/ownColumns``.
  ///   - keepsColumns: True to turn each unknown column into a user-defined field.
  /// - Throws: ``ImportError`` if a specified column does not exist, or if no column can be the title. A table without
  ///   titles is accepted only if it has a column for ISBNs or identifiers. In addition, the user must have left out
  ///   the title, or every other column must be in use.
  init(
    header: [String], named: [BookField: [String]], own ownColumns: [String: String] = [:], keepsColumns: Bool = false
  ) throws {
    let names = header.map(Self.plain)
    let given = Array(named.values.joined()) + ownColumns.values
    let isNumbered = !given.isEmpty && given.allSatisfy { Int($0) != nil && !names.contains(Self.plain($0)) }
    hasHeader = !isNumbered
    self.header = isNumbered ? header.indices.map { String($0 + 1) } : header
    dialect = TableDialect.of(isNumbered ? [] : names)
    if header.isEmpty { throw ImportError.empty }
    for (field, given) in named where !given.isEmpty {
      let found = try given.map { column in
        let index = try Self.index(of: column, names, header, isNumbered: isNumbered)
        // The name of a numbered column does not show whether the column contains one author or several.
        return self.column(index, of: field, named: isNumbered ? field.rawValue : names[index])
      }
      columns[field] = [found[0]]
      additions += found.dropFirst().map {
        Addition(index: $0.index, content: .items(of: field), roles: nil, division: $0.division)
      }
    }
    own = try ownColumns.sorted { $0.key < $1.key }.map { name, column in
      try OwnColumn(Self.index(of: column, names, header, isNumbered: isNumbered), named: name)
    }
    if !isNumbered { guess(names, named: Set(named.keys)) }
    let used = Set(
      columns.values.joined().map(\.index) + additions.flatMap { [$0.index, $0.roles].compactMap(\.self) }
        + [idColumn, uuidColumn, skipped?.index].compactMap(\.self) + own.map(\.index))
    if columns[.title] == nil {
      let others = header.indices.filter { !used.contains($0) && !dialect.repeated.contains(names[$0]) }
      guard hasKey, others.isEmpty || named[.title]?.isEmpty == true else {
        throw ImportError.noTitleColumn(columns: header)
      }
    }
    if hasHeader {
      var others = header.indices.filter { !used.contains($0) }
      own =
        (own
        + others.compactMap { index in
          OwnColumn(index, header: header[index].trimmed())
            ?? dialect.ownFields.first { $0.column == names[index] }.map { OwnColumn(index, $0) }
            ?? (keepsColumns && !dialect.repeated.contains(names[index])
              ? OwnColumn(index, keeping: header[index]) : nil)
        }).distinct()
      others.removeAll { index in own.contains { $0.index == index } }
      unused = others.filter { !dialect.repeated.contains(names[$0]) }
      repeated = others.filter { dialect.repeated.contains(names[$0]) }
    }
  }

  /// True if rows may contain an ISBN or another public identifier.
  private var hasKey: Bool { columns[.isbn] != nil || additions.contains { $0.content.field == .identifiers } }

  private mutating func guess(_ names: [String], named: Set<BookField>) {
    for field in BookField.allCases where !named.contains(field) {
      let found = dialect.columns(of: field).compactMap { name in
        names.firstIndex(of: name).map { column($0, of: field, named: name) }
      }
      if !found.isEmpty { columns[field] = found }
    }
    idColumn = Self.idNames.lazy.compactMap { names.firstIndex(of: $0) }.first
    uuidColumn = names.firstIndex(of: dialect.uuid)
    additions += dialect.additions.compactMap { addition in
      guard !named.contains(addition.content.field), let index = names.firstIndex(of: addition.column) else {
        return nil
      }
      let roles = addition.roles.flatMap { names.firstIndex(of: $0) }
      return Addition(index: index, content: addition.content, roles: roles, division: addition.division)
    }
    skipped = dialect.skippedRows.flatMap { condition in
      names.firstIndex(of: condition.column).map { ($0, condition.words) }
    }
  }

  /// Detects the separators of each list column, if the table comes from an unknown program.
  ///
  /// - Parameter rows: The first rows of the table.
  mutating func findDivisions(in rows: [CSVRow]) {
    guard dialect.signatures.isEmpty else { return }
    func division(_ known: ListDivision, _ field: BookField, _ index: Int) -> ListDivision {
      let cells = rows.filter { $0.problem == nil && $0.cells.indices.contains(index) }.map { $0.cells[index] }
      return ColumnDivision.division(known, of: field, in: cells)
    }
    for field in [BookField.authors, .tags] {
      for index in columns[field, default: []].indices {
        let column = columns[field, default: []][index]
        columns[field]?[index].division = division(column.division, field, column.index)
      }
      for index in additions.indices where additions[index].content.field == field {
        additions[index].division = division(additions[index].division, field, additions[index].index)
      }
    }
  }

  private func column(_ index: Int, of field: BookField, named name: String) -> Column {
    Column(index: index, division: dialect.division(of: field, column: name))
  }

  private static func index(
    of column: String, _ names: [String], _ header: [String], isNumbered: Bool
  ) throws -> Int {
    if isNumbered, let number = Int(column), header.indices.contains(number - 1) { return number - 1 }
    if let index = names.firstIndex(of: plain(column)) { return index }
    throw ImportError.noSuchColumn(column, columns: isNumbered ? header.indices.map { String($0 + 1) } : header)
  }

  /// Returns the plain form of a column name: lowercase, with underscores replaced by spaces.
  static func plain(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" ? " " : $0 }).trimmed()
  }

  private static let idNames = ["id", "book id", "goodreads book id"]
}

extension [OwnColumn] {
  /// Returns the columns, leaving out each column that has the same name as an earlier column.
  fileprivate func distinct() -> [OwnColumn] {
    var names = Set<String>()
    return filter { names.insert($0.name.lowercased()).inserted }
  }
}
