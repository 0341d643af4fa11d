import Catalog
import CommandLineKit
import Platform

/// Reading statistics as sentences and phrases.
struct StatisticsFacts {
  /// A fact and its name, printed on one or more lines.
  struct Fact {
    let name: String
    let text: String
    /// True if the text ends in a title. Such a text can be long, so it is truncated rather than wrapped.
    var isTitle = false
  }

  private let statistics: ReadingStatistics
  private let dash: String

  init(_ statistics: ReadingStatistics, dash: String) { (self.statistics, self.dash) = (statistics, dash) }

  var heading: String { statistics.year.map(String.init) ?? "All years" }

  var facts: [Fact] { (reading + pages + days + ratings + streaks + shelf).compactMap { $0 } }

  private var reading: [Fact?] {
    var read = statistics.readings.counted("book")
    if statistics.readings != statistics.booksRead { read += ", \(statistics.booksRead.grouped) different" }
    if statistics.rereads > 0 { read += ", \(statistics.rereads.grouped) re-read" }
    return [
      Fact(name: "read", text: read),
      statistics.withoutMonth > 0
        ? Fact(name: "", text: "\(statistics.withoutMonth.grouped) of them without a month") : nil,
      statistics.undated > 0
        ? Fact(
          name: "",
          text: statistics.year == nil
            ? "\(statistics.undated.grouped) of them read without a date"
            : "\(statistics.undated.grouped) more read without a date, possibly in this year") : nil,
      statistics.abandoned > 0 ? Fact(name: "abandoned", text: statistics.abandoned.grouped) : nil,
    ]
  }

  private var pages: [Fact?] {
    guard statistics.pages > 0 else { return [] }
    let unknown = statistics.readingsWithoutPages
    let note = unknown > 0 ? ", without \(unknown.counted("book")) of unknown length" : ""
    return [
      Fact(name: "pages", text: statistics.pages.grouped + note), book("longest", statistics.longest, "page"),
      statistics.shortest == statistics.longest ? nil : book("shortest", statistics.shortest, "page"),
    ]
  }

  private var days: [Fact?] {
    let pace = statistics.pace.map { pace in
      Fact(name: "pace", text: "\(pace.pagesPerDay.roundedToTenths) pages a day (\(pace.days.counted("day")))")
    }
    guard let durations = statistics.durations else { return [pace] }
    let known = "\(durations.count.counted("book")) with start and end date"
    return [
      Fact(
        name: "days",
        text: "median \(durations.median.roundedToTenths), average \(durations.mean.roundedToTenths) (\(known))"),
      book("quickest", durations.quickest, "day"),
      durations.slowest == durations.quickest ? nil : book("slowest", durations.slowest, "day"), pace,
    ]
  }

  private var ratings: [Fact?] {
    func text(_ ratings: ReadingStatistics.Ratings) -> String? {
      ratings.mean.map { "\(Self.hundredths($0)) on average (\(ratings.count.counted("book")))" }
    }
    return [
      text(statistics.ratings).map { Fact(name: "your stars", text: $0) },
      text(statistics.averages).map { Fact(name: "others'", text: $0) },
    ]
  }

  private var streaks: [Fact?] {
    func text(_ streak: ReadingStatistics.Streak?, _ unit: String, _ what: String) -> String? {
      streak.map { streak in
        let days = streak.first == streak.last ? "\(streak.first)" : "\(streak.first) \(dash) \(streak.last)"
        return "\(streak.length.counted(unit)) in a row \(what), \(days)"
      }
    }
    let streaks = statistics.streaks
    let now = [
      streaks.currentDays.map { $0.length.counted("day") }, streaks.currentMonths.map { $0.length.counted("month") },
    ].compactMap { $0 }
    return [
      text(streaks.days, "day", "with a book in progress").map { Fact(name: "streaks", text: $0) },
      text(streaks.months, "month", "with a book finished").map {
        Fact(name: streaks.days == nil ? "streaks" : "", text: $0)
      },
      now.isEmpty ? nil : Fact(name: "", text: "now \(now.joined(separator: ", "))"),
    ]
  }

  private var shelf: [Fact?] {
    guard statistics.year == nil, statistics.books > 0 else { return [] }
    let states = ReadState.allCases.compactMap { state in
      statistics.states[state].map { "\($0.grouped) \(state.rawValue)" }
    }
    let (owned, unread) = (statistics.owned ?? 0, statistics.ownedUnread ?? 0)
    return [
      Fact(name: "books", text: "\(statistics.books.grouped): \(states.joined(separator: ", "))"),
      owned > 0
        ? Fact(
          name: "owned",
          text: owned.grouped + (unread > 0 ? ", \(unread.grouped) of them unread or wanted" : "")) : nil,
    ]
  }

  private func book(_ name: String, _ book: ReadingStatistics.Measured?, _ unit: String) -> Fact? {
    book.map { Fact(name: name, text: "\($0.amount.counted(unit)), \($0.title)", isTitle: true) }
  }

  private static func hundredths(_ number: Double) -> String { ((number * 100).rounded() / 100).shortest }
}
