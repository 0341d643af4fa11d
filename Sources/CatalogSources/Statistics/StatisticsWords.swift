import CatalogModel

/// Texts about statistics that both the terminal and the charts show.
package enum StatisticsWords {
  /// Abbreviations of the twelve months.
  package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns the number of books with each rating, the lowest rating first. Half stars are included only if a book has
  /// such a rating.
  package static func ratings(_ ratings: ReadingStatistics.Ratings) -> [(rating: Double, count: Int)] {
    let halves = ratings.halves.enumerated().map { (rating: Double($0.offset + 1) / 2, count: $0.element) }
    let wholes = halves.filter { $0.rating == $0.rating.rounded() }
    return halves.reduce(0) { $0 + $1.count } == wholes.reduce(0) { $0 + $1.count } ? wholes : halves
  }

  /// Returns the English name of a language, or its code if the name is unknown.
  package static func language(_ code: String?) -> String {
    code.map { LanguageCode.englishName(of: $0) ?? $0 } ?? "not known"
  }
}
