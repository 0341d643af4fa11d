@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// The values from which a life draws.
extension RandomLife {
  static let titles = ["Dune", "dune", "The Emma", "Emma", "Ulysses", "Ulysses 2"]
  static let tags = ["a", "b", "c", "\u{301}d"]

  /// Returns few values, so that sources agree, disagree and match the same book.
  static func values(of field: BookField) -> [String] {
    switch field {
    case .title: titles
    case .authors: ["Frank Herbert", "Jane Austen", "Jane Austen; Frank Herbert"]
    case .isbn: ["9780441013593", "0-441-01359-7", "9780141182803"]
    case .pages: ["1", "2", "3"]
    case .publisher: ["Ace", "Penguin"]
    case .published, .firstPublished: ["1965", "1965-08", "1965-08-01", "1966", "-0750"]
    case .language: ["en", "fre"]
    case .series: ["Saga", "Cycle"]
    case .seriesNumber: ["1", "1.5"]
    case .tags: ["a", "b", "a; b; c"]
    case .averageRating: ["3.5", "4"]
    case .ratingsCount: ["10", "20"]
    case .readState: ["unread", "want", "reading", "paused", "read", "abandoned"]
    case .started, .finished: ["2024", "2024-05", "2024-05-20", "2024-06-02"]
    case .rating: ["1", "4.5"]
    case .notes: ["one", "two\nlines"]
    case .subtitle: ["A Novel", "Ein Roman"]
    case .contributors: ["Simon Vance | nrt", "Simon Vance", "A | trl; B | cover artist"]
    // The types of these identifiers do not identify records.
    case .identifiers: ["uri | a:1", "uri | a:1; url | b"]
    case .format: ["ebook", "comic"]
    case .duration: ["90", "600"]
    case .review: ["fine", "so\nso"]
    case .otherSeries: ["Discworld | 1", "Discworld; Rincewind | 2.5"]
    case .description: ["about", "a\n\\nb"]
    case .cover: ["file:///a.jpg", "https://covers.example/b.png"]
    case .files: ["file:///a.epub", "file:///a.epub | application/epub+zip | 5; https://b.example/b.pdf"]
    case .attachments: ["file:///c.epub"]
    case .copies: ["attic", "attic | worn; shelf"]
    case .earlierReadings: ["1999 | 2000 | read", " |  | read | 2"]
    case .progress: ["2024-01-02 | 12", "2024-01-02 | 12; 2024-02-03 |  | 40.5 |  | device"]
    case .added: ["2020-01-01T00:00:00Z"]
    default: OwnFieldSamples.values(of: field)
    }
  }
}
