import Catalog
import CommandLineKit
import Platform

/// Statistics for programs. Each line contains a name and its values as tab-separated fields.
struct StatisticsRows {
  private let statistics: ReadingStatistics

  init(_ statistics: ReadingStatistics) { self.statistics = statistics }

  func write(to stream: StandardStream) throws {
    for row in rows {
      var line: [UInt8] = []
      for (index, field) in row.enumerated() {
        if index > 0 { line.append(UInt8(ascii: "\t")) }
        VisibleText.appendField(field, to: &line)
      }
      line.append(UInt8(ascii: "\n"))
      try stream.write(line)
    }
  }

  private var rows: [[String]] {
    let numbers = [
      ("books", statistics.books), ("owned", statistics.owned ?? 0), ("owned unread", statistics.ownedUnread ?? 0),
      ("readings", statistics.readings), ("books read", statistics.booksRead), ("re-reads", statistics.rereads),
      ("abandoned", statistics.abandoned), ("pages", statistics.pages),
      ("without pages", statistics.readingsWithoutPages), ("undated", statistics.undated),
    ]
    var rows = numbers.map { [$0.0, String($0.1)] }
    if statistics.year != nil { rows.append(["without month", String(statistics.withoutMonth)]) }
    for period in statistics.periods {
      rows.append([
        statistics.year == nil ? "year" : "month", period.date.description, String(period.readings),
        String(period.pages),
      ])
    }
    for (name, ratings) in [("rating", statistics.ratings), ("average", statistics.averages)] {
      if let mean = ratings.mean { rows.append([name, "mean", mean.shortest, String(ratings.count)]) }
    }
    for half in statistics.ratings.halves.enumerated() where half.element > 0 {
      rows.append(["rating", (Double(half.offset + 1) / 2).shortest, String(half.element)])
    }
    rows += statistics.languages.map { ["language", $0.name ?? "", String($0.count)] }
    rows += statistics.authors.map { ["author", $0.name ?? "", String($0.count)] }
    rows += book("longest", statistics.longest) + book("shortest", statistics.shortest)
    if let durations = statistics.durations {
      rows.append(["days", "mean", durations.mean.shortest, String(durations.count)])
      rows.append(["days", "median", durations.median.shortest, String(durations.count)])
      rows += book("quickest", durations.quickest) + book("slowest", durations.slowest)
    }
    if let pace = statistics.pace { rows.append(["pace", String(pace.pages), String(pace.days)]) }
    let streaks = statistics.streaks
    return rows + streak("days in a row", streaks.days) + streak("months in a row", streaks.months)
      + streak("days until now", streaks.currentDays) + streak("months until now", streaks.currentMonths)
  }

  private func book(_ name: String, _ book: ReadingStatistics.Measured?) -> [[String]] {
    book.map { [[name, String($0.amount), String($0.id), $0.title]] } ?? []
  }

  private func streak(_ name: String, _ streak: ReadingStatistics.Streak?) -> [[String]] {
    streak.map { [[name, String($0.length), $0.first.description, $0.last.description]] } ?? []
  }
}
