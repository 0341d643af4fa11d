/// Queries that are expensive to answer: common words that few books contain together, prefixes of one letter, many
/// words, ranges, and queries with exclusions only.
enum AwkwardQueries {
  /// So many words still count as few.
  static let fewWords = 5

  static var all: [SearchKind] {
    words.map { SearchKind(name: $0, query: $0, question: .beginnings($0)) } + [
      SearchKind(name: "-the", query: "-the"),
      SearchKind(name: ranges, query: ranges),
      SearchKind(name: "the \(ranges)", query: "the \(ranges)"),
    ]
  }

  private static let words = [
    "the of and", "of the night", "harry p", "secret garden", "a b c d e f g h i j",
    "the of and a in to for love life world story guide",
  ]

  private static let ranges = "year:1980..2005 pages:100..300 rating:3..4.2"
}
