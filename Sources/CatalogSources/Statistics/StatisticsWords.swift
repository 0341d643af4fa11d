import CatalogModel

/// What statistics are called, in terminals and pictures alike.
package enum StatisticsWords {
  /// The twelve months, short.
  package static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// How many books have each rating, the lowest first: whole stars, and the halves between them where some book has one.
  package static func ratings(_ ratings: ReadingStatistics.Ratings) -> [(rating: Double, count: Int)] {
    let halves = ratings.halves.enumerated().map { (rating: Double($0.offset + 1) / 2, count: $0.element) }
    let wholes = halves.filter { $0.rating == $0.rating.rounded() }
    return halves.reduce(0) { $0 + $1.count } == wholes.reduce(0) { $0 + $1.count } ? wholes : halves
  }

  /// A language by its name, in English, else by its code.
  package static func language(_ code: String?) -> String {
    code.map { LanguageCode.englishName(of: $0) ?? $0 } ?? "not known"
  }
}
