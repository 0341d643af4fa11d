import CatalogModel

/// One thing that a record says of its book, as a field of the catalog has it.
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
  /// A paragraph of it.
  case description(String)
  case format(BookFormat)

  /// The same with what a field can hold.
  static func text(_ text: String?, bytes: Int = FieldLimits.lineBytes) -> String? {
    guard let line = text?.cut(toBytes: bytes).canonicalLine(), !line.isEmpty else { return nil }
    return line
  }
}

extension MARCStatement {
  /// Those that hold only together, since they are parts of one text, or since their order counts.
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
  /// Those of a kind in their order; of authors and series each once.
  func distinct(_ kind: MARCStatement.Kind) -> [MARCStatement] {
    var seen: Set<MARCStatement> = []
    return filter { $0.kind == kind && (seen.insert($0).inserted || kind == .description) }
  }
}
