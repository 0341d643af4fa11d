import Foundation

@testable import Catalog
@testable import CatalogModel

/// Statistics counted one by one: every reading is examined separately, and every day of it is an element of a list.
/// The library's statistics are compared with them.
struct CountedReadings {
  /// A reading that was finished or abandoned, with its number of repetitions.
  private struct Ended {
    let book: Book
    let started: PartialDate?
    let finished: PartialDate?
    let outcome: ReadState
    /// True if the book has an earlier finished reading.
    let isAgain: Bool
  }

  let books: [Book]
  let year: Int?
  let today: PartialDate

  private var ended: [Ended] {
    books.flatMap { book in
      var isAgain = false
      var readings = book.earlierReadings.flatMap { Array(repeating: $0, count: $0.times) }
      if [.read, .abandoned, .paused].contains(book.readState) {
        readings.append(Reading(started: book.started, finished: book.finished, outcome: book.readState))
      }
      return readings.map { reading in
        defer { if reading.outcome == .read { isAgain = true } }
        return Ended(
          book: book, started: reading.started, finished: reading.finished, outcome: reading.outcome, isAgain: isAgain)
      }
    }
  }

  private func isCounted(_ reading: Ended) -> Bool { year == nil || reading.finished?.year == year }

  /// - Parameter limit: The maximum number of authors.
  func statistics(authors limit: Int) -> ReadingStatistics {
    var expected = ReadingStatistics(year: year)
    expected.books = books.count
    for state in ReadState.allCases {
      let count = books.filter { $0.readState == state }.count
      if count > 0 { expected.states[state] = count }
    }
    expected.owned = books.filter(\.isOwned).count
    expected.ownedUnread = books.filter { $0.isOwned && [.unread, .want].contains($0.readState) }.count
    let all = ended.filter { $0.outcome == .read }
    let read = all.filter(isCounted)
    let booksRead = books.filter { book in read.contains { $0.book.id == book.id } }
    expected.readings = read.count
    expected.booksRead = booksRead.count
    expected.rereads = read.filter(\.isAgain).count
    expected.abandoned = ended.filter { $0.outcome == .abandoned && isCounted($0) }.count
    expected.pages = read.reduce(0) { $0 + ($1.book.pages ?? 0) }
    expected.readingsWithoutPages = read.filter { $0.book.pages == nil }.count
    expected.undated = all.filter { $0.finished == nil }.count
    expected.withoutMonth = year == nil ? 0 : read.filter { $0.finished?.month == nil }.count
    expected.periods = periods(read)
    let shared = year == nil ? books : booksRead
    expected.ratings = ratings(shared.compactMap(\.rating))
    expected.averages = ratings(shared.compactMap(\.averageRating))
    expected.languages = shares(shared.map { $0.language.map(LanguageCode.canonical) })
    expected.authors = Array(shares(read.flatMap { Set($0.book.authors) }).prefix(limit))
    let lengths = booksRead.filter { $0.pages != nil }.sorted { ($0.pages!, $0.id) < ($1.pages!, $1.id) }
    expected.shortest = lengths.first.map { measured($0, $0.pages!) }
    expected.longest = lengths.first { $0.pages == lengths.last?.pages }.map { measured($0, $0.pages!) }
    expected.durations = durations()
    expected.pace = pace()
    expected.streaks = streaks(read)
    return expected
  }

  private func measured(_ book: Book, _ amount: Int) -> ReadingStatistics.Measured {
    ReadingStatistics.Measured(id: book.id, title: book.title, amount: amount)
  }

  private func periods(_ read: [Ended]) -> [ReadingStatistics.Period] {
    func period(_ date: PartialDate) -> ReadingStatistics.Period {
      let inside = read.filter { $0.finished?.wholeYear == date || $0.finished?.wholeMonth == date }
      return ReadingStatistics.Period(
        date: date, readings: inside.count, pages: inside.reduce(0) { $0 + ($1.book.pages ?? 0) })
    }
    if let year { return (1...12).map { period(try! PartialDate(year: year, month: $0)) } }
    let years = read.compactMap { $0.finished?.year }
    guard let first = years.min(), let last = years.max() else { return [] }
    return (first...last).filter { years.contains($0) || $0 > last - 100 }.map { period(try! PartialDate(year: $0)) }
  }

  private func ratings(_ values: [Double]) -> ReadingStatistics.Ratings {
    var ratings = ReadingStatistics.Ratings()
    ratings.count = values.count
    ratings.mean = values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    for value in values {
      let nearest = (1...10).min { abs(Double($0) / 2 - value) < abs(Double($1) / 2 - value) }!
      // If two values are equally near, the higher one counts.
      let higher = min(10, nearest + 1)
      let isTie = abs(Double(nearest) / 2 - value) == abs(Double(higher) / 2 - value)
      ratings.halves[(isTie ? higher : nearest) - 1] += 1
    }
    return ratings
  }

  private func shares(_ names: [String?]) -> [ReadingStatistics.Share] {
    Set(names).map { name in ReadingStatistics.Share(name: name, count: names.filter { $0 == name }.count) }
      .sorted { one, other in
        if one.name == nil || other.name == nil { return other.name == nil && one.name != nil }
        return (-one.count, one.name!) < (-other.count, other.name!)
      }
  }

  private func isDay(_ date: PartialDate?) -> Bool { date.map { $0.day != nil && $0.year >= 0 } ?? false }

  /// Returns every day from one to another.
  private func days(_ first: PartialDate, _ last: PartialDate) -> [PartialDate] {
    var days: [PartialDate] = []
    var day = first
    while day <= last {
      days.append(day)
      day = day.adding(days: 1)
    }
    return days
  }

  /// Returns the pages of readings with a first and a last day, and the number of all their days.
  private func pace() -> ReadingStatistics.Pace? {
    var pace = ReadingStatistics.Pace()
    for book in books {
      guard let pages = book.pages else { continue }
      let last = Reading(started: book.started, finished: book.finished, outcome: book.readState)
      var spans = (book.earlierReadings + [last]).filter { $0.outcome == .read }.map {
        ($0.started, $0.finished, pages)
      }
      if let position = book.position, let fraction = position.place.fraction(pages: pages, minutes: nil) {
        spans.append((book.started, position.day, Int((fraction * Double(pages)).rounded())))
      }
      for (first, last, pages) in spans {
        guard let first, let last, isDay(first), isDay(last), first <= last, year == nil || last.year == year else {
          continue
        }
        pace.pages += pages
        pace.days += days(first, last).count
      }
    }
    return pace.days > 0 ? pace : nil
  }

  /// Returns the durations of readings; repeated ones count once.
  private func durations() -> ReadingStatistics.Durations? {
    var lengths: [(book: Book, days: Int)] = []
    for book in books {
      let last = Reading(started: book.started, finished: book.finished, outcome: book.readState)
      for reading in book.earlierReadings + [last] where reading.outcome == .read {
        guard let first = reading.started, let last = reading.finished, isDay(first), isDay(last), first <= last,
          year == nil || last.year == year
        else { continue }
        lengths.append((book, days(first, last).count))
      }
    }
    lengths.sort { ($0.days, $0.book.id) < ($1.days, $1.book.id) }
    guard let quickest = lengths.first, let slowest = lengths.first(where: { $0.days == lengths.last?.days }) else {
      return nil
    }
    let half = lengths.count / 2
    let median =
      lengths.count % 2 == 1 ? Double(lengths[half].days) : Double(lengths[half - 1].days + lengths[half].days) / 2
    return ReadingStatistics.Durations(
      count: lengths.count, mean: Double(lengths.map(\.days).reduce(0, +)) / Double(lengths.count), median: median,
      quickest: measured(quickest.book, quickest.days), slowest: measured(slowest.book, slowest.days))
  }

  private func streaks(_ read: [Ended]) -> ReadingStatistics.Streaks {
    var underWay: Set<PartialDate> = []
    for reading in ended {
      switch (isDay(reading.started), isDay(reading.finished)) {
      case (true, true): underWay.formUnion(days(reading.started!, reading.finished!))
      case (true, false): underWay.insert(reading.started!)
      case (false, true): underWay.insert(reading.finished!)
      case (false, false): break
      }
    }
    for book in books where book.readState == .reading && isDay(book.started) {
      underWay.formUnion(days(book.started!, today))
    }
    let days = underWay.filter { year == nil || $0.year == year }
    let months = Set(read.compactMap { $0.finished?.month == nil ? nil : $0.finished?.wholeMonth })
    let dayRuns = runs(days) { $0.adding(days: 1) }
    let monthRuns = runs(months) {
      $0.month == 12 ? try! PartialDate("\($0.year + 1)-01") : PartialDate(encoded: $0.encoded + 100)!
    }
    var streaks = ReadingStatistics.Streaks()
    streaks.days = longest(dayRuns)
    streaks.months = longest(monthRuns)
    guard year == nil else { return streaks }
    let yesterday = today.adding(days: -1)
    streaks.currentDays = dayRuns.first { $0.contains(today) || $0.contains(yesterday) }.map(streak)
    let before = today.adding(days: -today.day!).wholeMonth
    streaks.currentMonths =
      (monthRuns.first { $0.contains(today.wholeMonth) } ?? monthRuns.first { $0.contains(before) }).map(streak)
    return streaks
  }

  /// Groups sorted dates into runs of consecutive ones.
  private func runs(_ dates: Set<PartialDate>, next: (PartialDate) -> PartialDate) -> [[PartialDate]] {
    var runs: [[PartialDate]] = []
    for date in dates.sorted() where runs.last?.last.map({ $0 >= date }) != true {
      var run = [date]
      while dates.contains(next(run[run.count - 1])) { run.append(next(run[run.count - 1])) }
      runs.append(run)
    }
    return runs
  }

  private func streak(_ run: [PartialDate]) -> ReadingStatistics.Streak {
    ReadingStatistics.Streak(first: run[0], last: run[run.count - 1], length: run.count)
  }

  private func longest(_ runs: [[PartialDate]]) -> ReadingStatistics.Streak? {
    runs.last { run in runs.allSatisfy { $0.count <= run.count } }.map(streak)
  }
}
