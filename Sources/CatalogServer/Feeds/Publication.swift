import Catalog
import FoundationEssentials

/// A book in a feed, independent of the feed's format.
struct Publication {
  let book: Book
  /// The links to the book's files, at least one.
  let files: [BookFileLink]
  let cover: ServedCovers.Link?

  /// The globally unique identifier (RFC 9562).
  var identifier: String { "urn:uuid:\(book.uuid.lowercaseText)" }

  /// The ISBN as a URN (RFC 3187).
  var isbn: String? { book.isbn.map { "urn:isbn:\($0.digits)" } }

  /// The language as a BCP 47 tag.
  var language: String? { book.language.flatMap(LanguageCode.tag) }

  var authors: [String] { FeedText.names(book.authors) }
  var tags: [String] { FeedText.names(book.tags) }
  var contributors: [Contributor] { book.contributors.filter { !FeedText.names([$0.name]).isEmpty } }

  /// All series of the book, the main one first.
  var series: [SeriesPlace] {
    let all = (book.series.map { [SeriesPlace($0, number: book.seriesNumber)] } ?? []) + book.otherSeries
    return all.filter { !FeedText.names([$0.name]).isEmpty }
  }
}
