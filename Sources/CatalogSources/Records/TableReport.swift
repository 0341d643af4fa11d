import CatalogModel

/// What an import made of the columns of a table, and what it passed over, so that nobody has to compare.
public struct TableReport: Equatable, Sendable {
  /// A column of which nothing was kept, though it said something.
  public struct Column: Equatable, Sendable {
    /// As the header has it.
    public let name: String
    /// How many of its cells were not empty.
    public internal(set) var cells = 0
    /// The first of them, at most 40 characters of it.
    public internal(set) var example = ""

    /// What is told of a value: the beginning of its first line.
    static func example(_ value: String) -> String {
      (value.split(whereSeparator: \.isNewline).first.map(String.init) ?? "").shortened(to: 40)
    }
  }

  /// A field that has what a column says.
  public enum Target: Hashable, Sendable {
    /// One that every catalog has.
    case field(BookField)
    /// One that the user makes, by its name. A catalog that has another of that name, which cannot hold the values, puts a
    /// number behind it.
    case own(String)

    /// As JSON has it: `readState`, `own.moods`.
    public var name: String {
      switch self {
      case .field(let field): field.rawValue
      case .own(let name): BookField.ownPrefix + name
      }
    }
  }

  /// What a column became.
  public struct Became: Equatable, Sendable {
    /// As the header has it.
    public let column: String
    /// The field that has it.
    public let target: Target
    /// How many of its cells became something.
    public internal(set) var cells = 0
    /// Of shelves, tags, lists and words: which they became, and how often, the most frequent first.
    public internal(set) var values: [Value] = []

    /// A word, and how often it came.
    public struct Value: Equatable, Sendable {
      /// As the field has it.
      public let text: String
      /// In so many rows.
      public internal(set) var count: Int
    }
  }

  /// Those that said something, in the order of the header.
  public internal(set) var columns: [Column] = []
  /// What became of columns that are kept otherwise than under their own name, or whose words became others.
  public internal(set) var became: [Became] = []
  /// Columns that only say again what others say, or that concern their program alone.
  public internal(set) var repeated: [String] = []
  /// How many rows were read in another encoding than the others, and in which; `nil` where all have one.
  public internal(set) var mixture: Mixture?

  /// Rows of a table that were put together from several, in several encodings.
  public struct Mixture: Equatable, Sendable {
    /// In how many rows it stands otherwise than in most.
    public let rows: Int
    /// The name of their encoding: `Windows-1252`.
    public let encoding: String
    /// The name of that of the others: `UTF-8`.
    public let others: String
  }

  /// How many rows were no books of the user's, such as films, or books that were deleted.
  public internal(set) var rows = 0
}

extension TableReport {
  /// The same where nothing personal is taken in: the columns that became so are not kept.
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
