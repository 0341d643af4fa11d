import Catalog
import CommandLineKit

/// A column of a list of books.
struct ListColumn {
  let value: ListValue
  /// The column's title and layout in a table on a terminal.
  let table: TableColumn

  private init(
    _ value: ListValue, _ title: String, alignment: DisplayWidth.Alignment = .left, minimumWidth: Int? = nil,
    importance: Int, isOptional: Bool = false
  ) {
    self.value = value
    table = TableColumn(
      title, alignment: alignment, minimumWidth: minimumWidth, importance: importance, isOptional: isOptional)
  }

  /// The default columns in a pipe or file. Scripts depend on these columns and on their order, so they must never
  /// change.
  static let plain = standard.filter { $0.value != .field(.series) }

  /// The default columns on a terminal.
  static let standard = [
    ListColumn(.id, "ID", alignment: .right, importance: 9),
    ListColumn(.field(.title), "TITLE", minimumWidth: 24, importance: 8),
    ListColumn(.field(.authors), "AUTHORS", minimumWidth: 18, importance: 5),
    ListColumn(.field(.series), "SERIES", minimumWidth: 14, importance: 0, isOptional: true),
    ListColumn(.year, "YEAR", alignment: .right, importance: 4),
    ListColumn(.field(.pages), "PAGES", alignment: .right, importance: 2),
    ListColumn(.anyRating, "RATING", alignment: .right, importance: 3),
    ListColumn(.field(.readState), "READ", importance: 1),
  ]

  /// The default columns of CSV. These are the columns of ``plain``, but with separate columns for the user's rating
  /// and the average rating.
  static let csv = plain.flatMap { column in
    column.value != .anyRating
      ? [column]
      : [
        ListColumn(.field(.rating), "MINE", importance: 3),
        ListColumn(.field(.averageRating), "AVERAGE", importance: 3),
      ]
  }

  /// The column for other readers' ratings, which come from a metadata provider. It is always the last column.
  static let readers = TableColumn("READERS", importance: 7)

  /// Returns the table cell for a book.
  ///
  /// - Parameters:
  ///   - settings: The output settings. On a terminal, the text is formatted for people.
  ///   - highlighter: The highlighter of search matches; `nil` for none.
  func cell(of book: Book, _ settings: TerminalSettings, _ highlighter: SearchHighlighter?) -> TableCell {
    TableCell(
      settings.isTerminal ? value.shownText(of: book, settings.symbols) : value.text(of: book),
      style: value.style(of: book), marks: marks(highlighter))
  }

  private func marks(_ highlighter: SearchHighlighter?) -> TableCell.Marks? {
    guard let highlighter, case .field(let field) = value, [.title, .authors].contains(field) else { return nil }
    return { highlighter.ranges(in: $0, of: field) }
  }
}

extension ListColumn {
  /// Creates a column that the user chose.
  ///
  /// - Parameters:
  ///   - maxWidth: The maximum width in cells; `nil` for no limit.
  ///   - importance: The importance on a narrow terminal. The columns that the user named first are the most important.
  private init(_ value: ListValue, _ own: OwnFields, maxWidth: Int?, importance: Int) {
    self.value = value
    let kind = if case .field(let field) = value { own.definition(of: field).kind } else { FieldKind?.none }
    let isNumber =
      switch kind {
      case .integer, .decimal, .number: true
      default: value == .id || value == .year
      }
    let least = kind.flatMap { kind -> Int? in
      if value == .field(.title) { return 16 }
      return switch kind {
      case .line, .text, .address, .names, .tags, .records: 10
      default: nil
      }
    }
    table = TableColumn(
      Self.title(value, own), alignment: isNumber ? .right : .left, minimumWidth: least, maximumWidth: maxWidth,
      importance: importance)
  }

  private static func title(_ value: ListValue, _ own: OwnFields) -> String {
    switch value {
    case .field(.rating): "MINE"
    case .field(.averageRating): "AVERAGE"
    case .field(.readState): "READ"
    case .field(.seriesNumber): "NUMBER"
    case .field(let field): own.words(of: field).uppercased()
    default: value.name(own).uppercased()
    }
  }

  /// Returns the columns with the names in `list`. `title` names a column; `title:30` limits its width on a terminal to
  /// 30 cells.
  ///
  /// - Parameter unknown: A closure called with each unknown name. If it does not throw, the name is ignored.
  /// - Throws: ``ValidationError`` for an invalid width.
  static func columns(
    _ list: String, _ own: OwnFields, unknown: (_ name: String) throws -> Void
  ) throws -> [ListColumn] {
    let words = list.split(separator: ",").map { String($0).trimmed() }.filter { !$0.isEmpty }
    return try words.enumerated().compactMap { index, word in
      let (name, maxWidth) = try divided(word)
      guard let value = ListValue(named: name, own) else {
        try unknown(name)
        return nil
      }
      return ListColumn(value, own, maxWidth: maxWidth, importance: words.count - index)
    }
  }

  /// Returns true if `list` contains a name that is not built in, which may then be the name of a user-defined field.
  static func hasOwn(_ list: String) -> Bool {
    list.split(separator: ",").contains { word in
      guard let name = try? divided(String(word).trimmed()).name else { return false }
      return ListValue(named: name) == nil
    }
  }

  private static func divided(_ word: String) throws -> (name: String, maxWidth: Int?) {
    // Splits at Unicode scalars, because a colon and a following combining mark form a single `Character`.
    guard let colon = word.unicodeScalars.lastIndex(of: ":") else { return (word, nil) }
    let digits = String(word.unicodeScalars[colon...].dropFirst())
    guard let maxWidth = Int(digits), (1...1_000).contains(maxWidth) else {
      throw ValidationError("invalid column width in \(quoted(word)); use 1 to 1,000")
    }
    return (String(word.unicodeScalars[..<colon]), maxWidth)
  }
}
