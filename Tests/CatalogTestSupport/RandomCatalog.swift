import Catalog
import FoundationEssentials

extension SeededGenerator {
  private static let words = [
    "dune", "the", "a", "Messiah", "Émile", "łódź", "村上", "10", "9", "of", "ring", "Ring", "rings", "war", "peace",
    "!!!",
    "Straße", "hitchhiker's", "വൎ", "ด้วยน้ำ",
  ]
  private static let names = [
    "Frank Herbert", "Ursula K. Le Guin", "Stanisław Łem", "村上春樹", "Homer", "Ludwig van Beethoven", "Zoë", "herbert",
  ]
  private static let languages = ["en", "eng", "en-US", "en_GB", "ger", "de", "ja", "tlh"]
  private static let tags = ["sf", "Classic", "classic", "to-read", "é", "sci-fi", "C", "C++", "C#"]
  private static let dates = [
    "1965", "1965-08", "1965-08-01", "1966", "2000", "-0750", "-0001", "0000", "0001-01", "-0750-03",
  ]

  /// Returns the fields of a book, drawn from few values, so that many books share a key and many have none.
  public mutating func fields() -> [BookField: String?] {
    var fields: [BookField: String?] = [:]
    fields[.title] = (0..<Int.random(in: 1...3, using: &self)).map { _ in pick(Self.words) }.joined(separator: " ")
    if !oneIn(4) { fields[.authors] = oneIn(3) ? "\(pick(Self.names)); \(pick(Self.names))" : pick(Self.names) }
    if !oneIn(3) { fields[.published] = pick(Self.dates) }
    if !oneIn(3) { fields[.language] = pick(Self.languages) }
    if !oneIn(3) { fields[.tags] = oneIn(2) ? pick(Self.tags) : "\(pick(Self.tags)); \(pick(Self.tags))" }
    if oneIn(2) { fields[.series] = pick(["Dune", "dune", "Ring", "Élan", "Zeta"]) }
    if oneIn(2) { fields[.seriesNumber] = pick(["1", "1.5", "2", "10"]) }
    if oneIn(2) { fields[.pages] = pick(["100", "200", "300"]) }
    if oneIn(2) { fields[.averageRating] = pick(["3.25", "4", "4.5", "0.1"]) }
    if oneIn(3) { fields[.rating] = pick(["1", "4", "4.5", "5"]) }
    if oneIn(3) { fields[.publisher] = pick(["Ace", "Ace Books", "Dune"]) }
    if oneIn(3) { fields[.readState] = pick(["read", "reading", "want", "paused", "abandoned"]) }
    if oneIn(3) { fields[.notes] = pick(["about war", "dune dune", "村"]) }
    if oneIn(4) { fields[.subtitle] = pick(["a war story", "Ringbuch", "村の話"]) }
    if oneIn(4) { fields[.contributors] = pick(["Lee Ring | nrt", "Émile Zoë | trl; Lee", "Le Guin | cover artist"]) }
    if oneIn(4) { fields[.firstPublished] = pick(Self.dates) }
    if oneIn(4) { fields[.format] = pick(["ebook", "paperback", "audiobook"]) }
    if oneIn(4) { fields[.review] = pick(["dune again", "good", "村"]) }
    if oneIn(6) { fields[.duration] = pick(["90", "600"]) }
    if oneIn(6) { fields[.otherSeries] = pick(["Ring of Dune | 2", "村"]) }
    if oneIn(6) { fields[.description] = pick(["about a ring", "two\nlines \\n"]) }
    if oneIn(6) { fields[.files] = pick(["file:///a.epub | application/epub+zip | 7", "file:///b.pdf; file:///b"]) }
    if oneIn(8) { fields[.attachments] = pick(["file:///a.epub", "https://books.example/c.mobi?x=1.y"]) }
    if oneIn(6) { fields[.copies] = pick(["attic", "attic | worn | 2001 | 3 EUR | Ada | 2020-05"]) }
    return fields
  }

  /// Returns records with such fields, some of them added at the same time.
  public mutating func records(_ count: Int) throws -> [SourceRecord] {
    try (0..<count).map { number in
      var fields = fields()
      if oneIn(2) {
        fields[.added] = pick(["2024-01-01T00:00:00Z", "2024-06-01T12:00:00Z", "2026-01-01T00:00:00.500Z"])
      }
      return try SourceRecord(String(number), fields)
    }
  }
}
