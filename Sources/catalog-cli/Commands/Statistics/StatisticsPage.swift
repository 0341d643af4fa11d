import Catalog
import CatalogSources
import CommandLineKit
import Platform

/// The statistics page for a terminal. It consists of facts in words, and of bars that fit the width of the terminal.
struct StatisticsPage {
  private let statistics: ReadingStatistics
  private let settings: TerminalSettings

  init(_ statistics: ReadingStatistics, settings: TerminalSettings) {
    (self.statistics, self.settings) = (statistics, settings)
  }

  func write(to stream: StandardStream) throws {
    let facts = StatisticsFacts(statistics, dash: settings.symbols.rangeDash)
    try stream.write(bold(facts.heading) + "\n")
    for fact in facts.facts { try write(fact, to: stream) }
    let bars = StatisticsBars(settings: settings)
    for part in parts where !part.rows.isEmpty {
      try stream.write("\n" + bold(part.title) + "\n")
      for line in bars.lines(part.rows) { try stream.write(line + "\n") }
    }
  }

  /// The width of the column of names, in cells.
  private static let nameWidth = 11

  /// Writes a fact, with the name in the left column and the text in the right column. Long texts are wrapped, but
  /// titles are truncated.
  private func write(_ fact: StatisticsFacts.Fact, to stream: StandardStream) throws {
    let room = max(1, settings.width - Self.nameWidth)
    let text = VisibleText.forTerminal(fact.text)
    let lines =
      fact.isTitle
      ? [DisplayWidth.truncate(text, to: room, ellipsis: settings.symbols.ellipsis)] : wrapped(text, width: room)
    for (index, line) in lines.enumerated() {
      let name = DisplayWidth.pad(index == 0 ? fact.name : "", to: Self.nameWidth, alignment: .left)
      try stream.write(Style.dim.applied(to: name, when: settings.usesColor) + line + "\n")
    }
  }

  private func bold(_ text: String) -> String { Style.bold.applied(to: text, when: settings.usesColor) }

  // MARK: Bars

  private var parts: [(title: String, rows: [StatisticsBars.Row])] {
    [
      (statistics.year == nil ? "Books and pages a year" : "Books and pages a month", periods),
      ("Your ratings", ratings), ("Languages", statistics.languages.map { row($0, StatisticsWords.language($0.name)) }),
      ("Most-read authors", statistics.authors.map { row($0, $0.name ?? "") }),
    ]
  }

  private var periods: [StatisticsBars.Row] {
    guard statistics.periods.contains(where: { $0.readings > 0 }) else { return [] }
    if statistics.year == nil { return years }
    return statistics.periods.map { row($0, StatisticsWords.months[($0.date.month ?? 1) - 1]) }
  }

  /// The bars for all years. Consecutive years without a reading share one line.
  private var years: [StatisticsBars.Row] {
    var rows: [StatisticsBars.Row] = []
    for years in statistics.periods.chunked(by: { $0.readings == 0 && $1.readings == 0 }) {
      guard let first = years.first, let last = years.last else { continue }
      let name = String(first.date.year)
      rows.append(row(first, years.count == 1 ? name : "\(name)\(settings.symbols.rangeDash)\(last.date.year)"))
    }
    return rows
  }

  private func row(_ period: ReadingStatistics.Period, _ name: String) -> StatisticsBars.Row {
    StatisticsBars.Row(
      name: name, number: period.readings, note: period.pages > 0 ? period.pages.grouped : "")
  }

  private var ratings: [StatisticsBars.Row] {
    guard statistics.ratings.count > 0 else { return [] }
    return StatisticsWords.ratings(statistics.ratings).reversed()
      .filter { $0.count > 0 || $0.rating == $0.rating.rounded() }
      .map { StatisticsBars.Row(name: $0.rating.shortest, number: $0.count) }
  }

  private func row(_ share: ReadingStatistics.Share, _ name: String) -> StatisticsBars.Row {
    StatisticsBars.Row(name: VisibleText.forTerminal(name), number: share.count)
  }
}

extension Array {
  /// Returns the elements in chunks of neighbouring elements. Two neighbours are in the same chunk if `belong` returns
  /// true for them.
  fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    for index in indices {
      if let last = chunks.last, let element = last.last, belong(element, self[index]) {
        chunks[chunks.count - 1] = self[last.startIndex...index]
      } else {
        chunks.append(self[index...index])
      }
    }
    return chunks
  }
}
