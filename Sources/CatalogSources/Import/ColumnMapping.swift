import CatalogModel

/// Which columns of a table hold which fields: as they were named, else by the names that its dialect gives them.
struct ColumnMapping {
  /// A column of a field.
  struct Column {
    let index: Int
    /// Of authors and tags.
    var division: ListDivision
  }

  /// A column that adds to what others say.
  struct Addition {
    let index: Int
    let content: ColumnAddition.Content
    /// The column with the roles of people.
    let roles: Int?
    /// How shelves are divided.
    var division: ListDivision
  }

  /// The names of the columns as they stand, or their numbers.
  let header: [String]
  let dialect: TableDialect
  /// For each field its columns, the one to be asked first in front.
  private(set) var columns: [BookField: [Column]] = [:]
  private(set) var idColumn: Int?
  private(set) var uuidColumn: Int?
  /// Columns that add to what others say.
  private(set) var additions: [Addition] = []
  /// The column that says which rows are no books, and by what words.
  private(set) var skipped: (index: Int, words: Set<String>)?
  /// Whether the first row names the columns.
  let hasHeader: Bool
  /// The columns of which nothing is kept, those left out that only say again what others say.
  private(set) var unused: [Int] = []
  /// The columns that are fields that the user makes.
  private(set) var own: [OwnColumn] = []
  /// Those that were left out of these.
  private(set) var repeated: [Int] = []

  var hasID: Bool { idColumn != nil }

  /// - Parameters:
  ///   - header: the cells of the first row.
  ///   - named: columns that were named for fields: ``ImportInput/Options/columns``.
  ///   - ownColumns: those that were named for fields that the user makes: ``ImportInput/Options/ownColumns``.
  ///   - keepsColumns: whether a column that is not known is a field that the user makes.
  /// - Throws: ``ImportError`` for a column that is not there, or when none can be the title. Without one a row is known by
  ///   its ISBN or a key, where the title was left out on purpose, or where nothing in the table could be it.
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
        // Without a name, a column may hold several authors.
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

  /// Whether a row may say by what number others know its book.
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

  /// Finds out how the lists of each column are divided, where no program is known to have written the table.
  ///
  /// - Parameter rows: the first ones.
  mutating func findDivisions(in rows: [CSVRow]) {
    guard dialect.signatures.isEmpty else { return }
    func division(_ known: ListDivision, _ field: BookField, _ index: Int) -> ListDivision {
      let cells = rows.filter { $0.problem == nil && $0.cells.indices.contains(index) }.map { $0.cells[index] }
      return ColumnDivision.division(known, of: field, in: cells)
    }
    for field in [BookField.authors, .tags] {
      for place in columns[field, default: []].indices {
        let column = columns[field, default: []][place]
        columns[field]?[place].division = division(column.division, field, column.index)
      }
      for place in additions.indices where additions[place].content.field == field {
        additions[place].division = division(additions[place].division, field, additions[place].index)
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

  /// A name without case, and with spaces where programs write underscores.
  static func plain(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" ? " " : $0 }).trimmed()
  }

  private static let idNames = ["id", "book id", "goodreads book id"]
}

extension [OwnColumn] {
  /// The columns, of several with one name the first.
  fileprivate func distinct() -> [OwnColumn] {
    var names = Set<String>()
    return filter { names.insert($0.name.lowercased()).inserted }
  }
}
