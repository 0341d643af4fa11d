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
