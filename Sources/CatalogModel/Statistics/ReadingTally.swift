/// A tally of readings and books for ``ReadingStatistics``. Books can be counted in any order.
package struct ReadingTally {
  private typealias Amount = (id: Book.ID, amount: Int)

  private let year: Int?
  private var statistics: ReadingStatistics
  /// The numbers of readings and pages by month of ``year``, or by year if the statistics cover all years.
  private var periods: [Int: (readings: Int, pages: Int)] = [:]
  private var authors: [String: Int] = [:]
  private var languages: [String?: Int] = [:]
  private var durations: [Amount] = []
  private var pace = ReadingStatistics.Pace()
  private var longest: Amount?
  private var shortest: Amount?
  private var streaks: StreakFinder
  private var sums = (ratings: 0.0, averages: 0.0)

  /// Creates an empty tally.
  ///
  /// - Parameters:
  ///   - year: The year to consider; `nil` for all years.
  ///   - today: The current day, which counts as the last day of readings in progress.
  package init(year: Int?, today: PartialDate) {
    self.year = year
    statistics = ReadingStatistics(year: year)
    streaks = StreakFinder(year: year, today: today)
  }

  // MARK: Readings

  /// Counts the readings of a book.
  ///
  /// - Parameter authors: A closure that returns the authors of the book. It is called only if at least one of the
  ///   book's readings is counted.
  /// - Returns: True if at least one of the book's readings was counted.
  package mutating func count(_ book: BookReadings, authors names: () -> [String]) -> Bool {
    var readings = 0
    var earlier = 0
    for reading in book.ended {
      streaks.append(reading)
      let isCounted = year == nil || reading.finished?.year == year
      if reading.outcome == .abandoned, isCounted { statistics.abandoned += reading.times }
      guard reading.outcome == .read else { continue }
      if reading.finished == nil { statistics.undated += reading.times }
      if isCounted {
        readings += reading.times
        statistics.rereads += earlier == 0 ? reading.times - 1 : reading.times
        count(reading, of: book)
      }
      earlier += reading.times
    }
    if book.state == .reading, let started = book.started { streaks.append(underWaySince: started) }
    if let (fraction, day) = book.reached, year == nil || day.year == year, let pages = book.pages {
      pace.count(Int((fraction * Double(pages)).rounded()), from: book.started, through: day)
    }
    guard readings > 0 else { return false }
    statistics.readings += readings
    statistics.booksRead += 1
    // A book with a single author needs no check for duplicates.
    let names = names()
    for name in names.count > 1 ? Array(Set(names)) : names { authors[name, default: 0] += readings }
    if let pages = book.pages { compare(pages, of: book.id) }
    return true
  }

  private mutating func count(_ reading: Reading, of book: BookReadings) {
    let pages = (book.pages ?? 0) * reading.times
    statistics.pages += pages
    if book.pages == nil { statistics.readingsWithoutPages += reading.times }
    guard let finished = reading.finished else { return }
    if let period = year == nil ? finished.year : finished.month {
      periods[period, default: (0, 0)].readings += reading.times
      periods[period, default: (0, 0)].pages += pages
    } else {
      statistics.withoutMonth += reading.times
    }
    if let pages = book.pages { pace.count(pages, from: reading.started, through: finished) }
    if let first = reading.started?.dayNumber, let last = finished.dayNumber, first <= last {
      durations.append((book.id, last - first + 1))
    }
  }

  private mutating func compare(_ pages: Int, of book: Book.ID) {
    if longest.map({ ($0.amount, book) < (pages, $0.id) }) ?? true { longest = (book, pages) }
    if shortest.map({ (pages, book) < ($0.amount, $0.id) }) ?? true { shortest = (book, pages) }
  }

  // MARK: Books

  /// Counts books that have the given read state.
  package mutating func count(books: Int, in state: ReadState) {
    guard books > 0 else { return }
    statistics.books += books
    statistics.states[state, default: 0] += books
  }

  /// Counts books that the user owns.
  package mutating func count(owned: Int, unread: Int) {
    statistics.owned? += owned
    statistics.ownedUnread? += unread
  }

  /// Counts books that the user has given a rating.
  package mutating func count(_ books: Int, rated rating: Double) {
    Self.count(books, rating, in: &statistics.ratings, &sums.ratings)
  }

  /// Counts books with an average rating by other readers.
  package mutating func count(_ books: Int, average: Double) {
    Self.count(books, average, in: &statistics.averages, &sums.averages)
  }

  private static func count(
    _ books: Int, _ rating: Double, in ratings: inout ReadingStatistics.Ratings, _ sum: inout Double
  ) {
    // Another program may have stored any number.
    guard (0...5).contains(rating) else { return }
    ratings.count += books
    ratings.halves[max(0, Int((rating * 2).rounded()) - 1)] += books
    sum += rating * Double(books)
  }

  /// Counts books in the given language.
  ///
  /// - Parameter language: The code that ``LanguageCode/canonical(_:)`` returns; `nil` if the language is unknown.
  package mutating func count(_ books: Int, in language: String?) {
    if books > 0 { languages[language, default: 0] += books }
  }

  // MARK: The result

  /// Returns the statistics of everything counted so far.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of authors.
  ///   - title: A closure that returns the title of a book.
  package func statistics(authors limit: Int, title: (Book.ID) throws -> String) rethrows -> ReadingStatistics {
    func measured(_ amount: Amount) throws -> ReadingStatistics.Measured {
      ReadingStatistics.Measured(id: amount.id, title: try title(amount.id), amount: amount.amount)
    }
    var statistics = statistics
    statistics.periods = listedPeriods
    if statistics.ratings.count > 0 { statistics.ratings.mean = sums.ratings / Double(statistics.ratings.count) }
    if statistics.averages.count > 0 { statistics.averages.mean = sums.averages / Double(statistics.averages.count) }
    statistics.languages = Self.shares(languages)
    statistics.authors = Array(Self.shares(authors).prefix(max(0, limit)))
    statistics.longest = try longest.map(measured)
    statistics.shortest = try shortest.map(measured)
    statistics.streaks = streaks.streaks()
    if pace.days > 0 { statistics.pace = pace }
    let durations = durations.sorted { ($0.amount, $0.id) < ($1.amount, $1.id) }
    if let quickest = durations.first, let last = durations.last,
      let slowest = durations.first(where: { $0.amount == last.amount })
    {
      let middle = (durations[(durations.count - 1) / 2].amount, durations[durations.count / 2].amount)
      statistics.durations = ReadingStatistics.Durations(
        count: durations.count,
        mean: Double(durations.reduce(0) { $0 + $1.amount }) / Double(durations.count),
        median: Double(middle.0 + middle.1) / 2, quickest: try measured(quickest), slowest: try measured(slowest))
    }
    return statistics
  }

  /// The number of years, counted back from the last reading, that are listed even without readings.
  private static let yearsShown = 100

  private var listedPeriods: [ReadingStatistics.Period] {
    func period(_ number: Int, _ date: PartialDate) -> ReadingStatistics.Period {
      let counted = periods[number] ?? (0, 0)
      return ReadingStatistics.Period(date: date, readings: counted.readings, pages: counted.pages)
    }
    if let year { return (1...12).map { period($0, PartialDate(monthNumber: year * 12 + $0 - 1)) } }
    guard let first = periods.keys.min(), let last = periods.keys.max() else { return [] }
    return (first...last).filter { periods[$0] != nil || last - $0 < Self.yearsShown }
      .map { period($0, PartialDate(firstOf: $0).wholeYear) }
  }

  /// Returns the shares, sorted by descending count and then by name. The share without a name is last.
  private static func shares<Name>(_ counts: [Name: Int]) -> [ReadingStatistics.Share] {
    counts.map { ReadingStatistics.Share(name: $0.key as? String, count: $0.value) }.sorted { one, other in
      guard let name = one.name, let otherName = other.name else { return one.name != nil }
      return one.count == other.count ? name < otherName : one.count > other.count
    }
  }
}
