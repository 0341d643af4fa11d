import CatalogModel

/// A report on how an import used the columns of a table, and how many rows it skipped.
public struct TableReport: Equatable, Sendable {
  /// A column that was not imported, although it contains values.
  public struct Column: Equatable, Sendable {
    /// The name in the header.
    public let name: String
    /// The number of cells that are not empty.
    public internal(set) var cells = 0
    /// The first value, cut to 40 characters.
    public internal(set) var example = ""

    /// Returns the beginning of a value's first line, for display.
    static func example(_ value: String) -> String {
      (value.split(whereSeparator: \.isNewline).first.map(String.init) ?? "").shortened(to: 40)
    }
  }

  /// A field that received the values of a column.
  public enum Target: Hashable, Sendable {
    /// A built-in field.
    case field(BookField)
    /// A user-defined field, by name. If the catalog already has a field of that name that cannot hold the values, a
    /// number is appended to the name.
    case own(String)

    /// The name of the field in JSON: `readState`, `own.moods`.
    public var name: String {
      switch self {
      case .field(let field): field.rawValue
      case .own(let name): BookField.ownPrefix + name
      }
    }
  }

  /// The result of importing a column.
  public struct Became: Equatable, Sendable {
    /// The name in the header.
    public let column: String
    /// The field that received the values.
    public let target: Target
    /// The number of cells that were used.
    public internal(set) var cells = 0
    /// For shelves, tags, lists and vocabularies: the resulting words with their frequency, the most frequent first.
    public internal(set) var values: [Value] = []

    /// A word with its frequency.
    public struct Value: Equatable, Sendable {
      /// The word as stored in the field.
      public let text: String
      /// The number of rows that contain the word.
      public internal(set) var count: Int
    }
  }

  /// The unused columns that contain values, in the order of the header.
  public internal(set) var columns: [Column] = []
  /// The results of columns that were imported under another name, or whose words were changed.
  public internal(set) var became: [Became] = []
  /// The columns that only repeat other columns, or that concern only the program that wrote them.
  public internal(set) var repeated: [String] = []
  /// The mixture of encodings in the table, or `nil` if all rows have the same encoding.
  public internal(set) var mixture: Mixture?

  /// The mixture of encodings in a table that was combined from several tables.
  public struct Mixture: Equatable, Sendable {
    /// The number of rows in the rarer of the two encodings.
    public let rows: Int
    /// The name of the rarer of the two encodings, such as `Windows-1252`.
    public let encoding: String
    /// The name of the encoding of the other rows, such as `UTF-8`.
    public let others: String
  }

  /// The number of rows that were skipped because they are not books of the user, such as films or deleted books.
  public internal(set) var rows = 0
}

extension TableReport {
  /// The report for an import without personal fields. Columns that became personal fields are listed as not imported.
  package var withoutPersonal: TableReport {
    var report = self
    report.became = became.filter { !$0.target.isPersonal }
    let kept = Set(report.became.map(\.column) + columns.map(\.name))
    for lost in became where lost.target.isPersonal && !kept.contains(lost.column) {
      report.columns.append(Column(name: lost.column, cells: lost.cells, example: lost.values.first?.text ?? ""))
    }
    return report
  }
}

extension TableReport.Target {
  fileprivate var isPersonal: Bool { if case .field(let field) = self { field.isPersonal } else { true } }
}
