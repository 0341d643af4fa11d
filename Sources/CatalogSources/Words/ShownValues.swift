import CatalogModel
import FoundationEssentials
import Platform

/// Formats values of books for people, in the output of `show` and on the page of a book.
package struct ShownValues {
  /// Formats a number.
  private let number: (Int) -> String
  /// Formats a time.
  private let instant: (Date) -> String

  /// Creates a formatter with the caller's formats of numbers and times.
  package init(number: @escaping (Int) -> String, instant: @escaping (Date) -> String) {
    (self.number, self.instant) = (number, instant)
  }

  /// Returns a value as text.
  ///
  /// - Parameter book: The book that has the value.
  package func text(of field: BookField, _ value: FieldValue, in book: Book) -> String {
    switch (field, value) {
    case (.series, _): value.description + (book.seriesNumber.map { " #" + $0.shortest } ?? "")
    case (.averageRating, _): value.description + (book.ratingsCount.map { " (\($0.grouped) ratings)" } ?? "")
    case (.contributors, _): book.contributors.map(Self.text).joined(separator: "; ")
    case (.identifiers, _): book.identifiers.map { "\($0.type) \($0.value)" }.joined(separator: "; ")
    case (.otherSeries, _):
      book.otherSeries.map { $0.name + ($0.number.map { " #" + $0.shortest } ?? "") }.joined(separator: "; ")
    case (.files, _): Self.text(book.files)
    case (.attachments, _): Self.text(book.attachments)
    case (.copies, _): book.copies.map(Self.text).joined(separator: "; ")
    case (.earlierReadings, _): book.earlierReadings.map(Self.text).joined(separator: "; ")
    case (.progress, _): Self.text(book.progress)
    case (.duration, .integer(let minutes)): ReadingPosition.Place.duration(minutes)
    case (_, .integer(let number)): self.number(number)
    case (_, .isbn(let isbn)): isbn.asGiven == isbn.digits ? isbn.digits : "\(isbn.asGiven) (\(isbn.digits))"
    case (_, .instant(let instant)): time(instant)
    default: value.description
    }
  }

  /// Returns a contributor as text: “Simon Vance (narrator)”.
  private static func text(_ contributor: Contributor) -> String {
    contributor.name + (contributor.roleInWords.map { " (\($0))" } ?? "")
  }

  private static func text(_ files: [BookFile]) -> String {
    files.map { $0.path ?? $0.address }.joined(separator: "; ")
  }

  /// Returns a copy as text: “attic, worn, lent to Ada since 2020-05”.
  private static func text(_ copy: BookCopy) -> String {
    let lent = copy.lentTo.map { "lent to \($0)" + (copy.lentSince.map { " since \($0)" } ?? "") }
    let parts = [copy.place, copy.condition, copy.acquired.map { "acquired \($0)" }, copy.price, lent].compactMap(
      \.self)
    if copy.count > 1 { return (["\(copy.count.grouped) copies"] + parts).joined(separator: ", ") }
    return parts.isEmpty ? "1 copy" : parts.joined(separator: ", ")
  }

  /// Returns a reading as text: “1999 to 2000-01”, “abandoned 2003”, “2 times”.
  private static func text(_ reading: Reading) -> String {
    let outcome = reading.outcome == .read ? nil : reading.outcome.rawValue
    let dates: String? =
      switch (reading.started, reading.finished) {
      case (let started?, let finished?): "\(started) to \(finished)"
      case (let started?, nil): "from \(started)"
      case (nil, let finished?): finished.description
      case (nil, nil): nil
      }
    let times = reading.times > 1 || dates == nil ? (reading.times == 1 ? "once" : "\(reading.times) times") : nil
    return [outcome, dates, times].compactMap(\.self).joined(separator: " ")
  }

  /// The maximum number of positions in the text of a log. Earlier ones are only counted.
  private static let shownPositions = 5

  /// Returns the latest positions as text: “page 120 on 2024-08-22; page 90 on 2024-08-20; 12 earlier”.
  private static func text(_ progress: [ReadingPosition]) -> String {
    let latest = progress.sorted().reversed()
    let shown = latest.prefix(shownPositions).map { "\($0.place.words) on \($0.day)" }
    let rest = latest.count - shown.count
    return (shown + (rest > 0 ? ["\(rest.grouped) earlier"] : [])).joined(separator: "; ")
  }

  /// Returns a time as text.
  package func time(_ instant: Date) -> String { self.instant(instant) }
}
