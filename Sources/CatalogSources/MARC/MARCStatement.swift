import CatalogModel

/// A value that a record states about its book, in the form of a catalog field.
enum MARCStatement: Hashable {
  case title(String)
  case subtitle(String)
  case author(String)
  case contributor(Contributor)
  case isbn(ISBN)
  case identifier(BookIdentifier)
  case pages(Int)
  case duration(Int)
  case publisher(String)
  case published(PartialDate)
  case firstPublished(PartialDate)
  case language(String)
  case series(SeriesPlace)
  case tag(String)
  /// One paragraph of the description.
  case description(String)
  case format(BookFormat)

  /// Returns the text on one line, cut to the limit of the field; `nil` if nothing is left.
  static func text(_ text: String?, bytes: Int = FieldLimits.lineBytes) -> String? {
    guard let line = text?.cut(toBytes: bytes).canonicalLine(), !line.isEmpty else { return nil }
    return line
  }
}

extension MARCStatement {
  /// The groups of values that are only valid as a whole. The values of a group are parts of one text, or their order
  /// matters.
  enum Kind: CaseIterable { case title, author, series, description }

  var kind: Kind? {
    switch self {
    case .title, .subtitle: .title
    case .author: .author
    case .series: .series
    case .description: .description
    default: nil
    }
  }

  var isDate: Bool {
    switch self {
    case .published, .firstPublished: true
    default: false
    }
  }
}

extension [MARCStatement] {
  /// Returns the values of the given group in order. Repeated authors and series are dropped.
  func distinct(_ kind: MARCStatement.Kind) -> [MARCStatement] {
    var seen: Set<MARCStatement> = []
    return filter { $0.kind == kind && (seen.insert($0).inserted || kind == .description) }
  }
}
