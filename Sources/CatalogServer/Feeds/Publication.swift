import Catalog
import FoundationEssentials

/// A book in a feed, in the terms of both formats.
struct Publication {
  let book: Book
  /// At least one.
  let files: [BookFileLink]
  let cover: ServedCovers.Link?

  /// What it is known by everywhere (RFC 9562).
  var identifier: String { "urn:uuid:\(book.uuid.lowercaseText)" }

  /// The ISBN as a name of a resource (RFC 3187).
  var isbn: String? { book.isbn.map { "urn:isbn:\($0.digits)" } }

  /// A tag of BCP 47.
  var language: String? { book.language.flatMap(LanguageCode.tag) }

  var authors: [String] { FeedText.names(book.authors) }
  var tags: [String] { FeedText.names(book.tags) }
  var contributors: [Contributor] { book.contributors.filter { !FeedText.names([$0.name]).isEmpty } }

  /// All series that it is in, the first one in front.
  var series: [SeriesPlace] {
    let all = (book.series.map { [SeriesPlace($0, number: book.seriesNumber)] } ?? []) + book.otherSeries
    return all.filter { !FeedText.names([$0.name]).isEmpty }
  }
}
