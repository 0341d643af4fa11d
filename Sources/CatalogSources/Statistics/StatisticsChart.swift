import CatalogModel
import Platform

/// Statistics as a chart: an SVG 1.1 document of fixed width, without scripts and external references. It has colours
/// for light and dark backgrounds (`prefers-color-scheme`) and a text description for accessibility. Equal statistics
/// produce equal bytes. Its class names are unique, so it can be embedded in a page.
package struct StatisticsChart {
  private let statistics: ReadingStatistics

  package init(_ statistics: ReadingStatistics) { self.statistics = statistics }

  private static let width = 760.0
  private static let whole = SVGDrawing.Strip(x: 36, width: 688)
  private static let halves = [SVGDrawing.Strip(x: 36, width: 326), SVGDrawing.Strip(x: 398, width: 326)]
  /// The maximum numbers of years, languages and authors that are shown.
  private static let (yearsShown, languagesShown, authorsShown) = (40, 6, 10)

  /// The whole document, including the last line end.
  package var svg: String {
    var drawing = SVGDrawing()
    var y = 54.0
    drawing.text(title, "heading", x: Self.whole.x, y: y)
    y += 54
    figures(at: y, in: &drawing)
    y += 68
    if statistics.periods.contains(where: { $0.readings > 0 }) {
      let unit = statistics.year == nil ? "year" : "month"
      drawing.text("Books per \(unit)", "part", x: Self.whole.x, y: y)
      drawing.columns(periods(\.readings), "books", in: Self.whole, base: y + 156, height: 116)
      y += 212
      if statistics.pages > 0 {
        drawing.text("Pages per \(unit)", "part", x: Self.whole.x, y: y)
        drawing.columns(periods(\.pages), "pages", in: Self.whole, base: y + 120, height: 80)
        y += 176
      }
    }
    y = shares(from: y, in: &drawing)
    for fact in facts {
      drawing.text(fact.name, "name", x: Self.whole.x, y: y)
      drawing.text(SVGDrawing.shortened(fact.text, width: 580), "fact", x: Self.whole.x + 108, y: y)
      y += 24
    }
    return document(drawing.elements, height: Int(y) + 12)
  }

  private func document(_ elements: [String], height: Int) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" class="catalog-statistics" viewBox="0 0 \(Int(Self.width)) \(height)" \
    role="img" aria-labelledby="catalog-statistics-title catalog-statistics-desc">
    <title id="catalog-statistics-title">\(MarkupEscape.text(title))</title>
    <desc id="catalog-statistics-desc">\(MarkupEscape.text(description))</desc>
    <style>
    \(Self.style)
    </style>
    <rect class="paper" width="100%" height="100%" rx="8"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  /// The style sheet: greys, and two hues that also differ in lightness. The contrast ratio to the background is above
  /// 4.5 for text (WCAG 2.2, 1.4.3) and above 3 for bars (1.4.11).
  private static let style = """
    .catalog-statistics text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1f2328 }
    .catalog-statistics .heading { font-size: 26px; font-weight: 600 }
    .catalog-statistics .figure { font-size: 28px; font-weight: 600 }
    .catalog-statistics .part { font-size: 15px; font-weight: 600 }
    .catalog-statistics .number { font-size: 11px }
    .catalog-statistics .name { font-size: 12px; fill: #59636e }
    .catalog-statistics .paper { fill: #ffffff }
    .catalog-statistics .axis { stroke: #d1d9e0 }
    .catalog-statistics .books { fill: #0969da }
    .catalog-statistics .pages { fill: #b35900 }
    @media (prefers-color-scheme: dark) {
    .catalog-statistics text { fill: #f0f6fc }
    .catalog-statistics .name { fill: #9198a1 }
    .catalog-statistics .paper { fill: #0d1117 }
    .catalog-statistics .axis { stroke: #3d444d }
    .catalog-statistics .books { fill: #4493f8 }
    .catalog-statistics .pages { fill: #f0a35c }
    }
    """

  // MARK: Parts

  private func figures(at y: Double, in drawing: inout SVGDrawing) {
    var figures = [(statistics.readings.grouped, statistics.readings == 1 ? "book read" : "books read")]
    if statistics.pages > 0 { figures.append((statistics.pages.grouped, "pages")) }
    if let mean = statistics.ratings.mean { figures.append((mean.roundedToTenths, "your average rating")) }
    if let durations = statistics.durations {
      figures.append((durations.median.roundedToTenths, "days per book (median)"))
    }
    for (index, figure) in figures.enumerated() {
      let x = Self.whole.x + Double(index) * Self.whole.width / 4
      drawing.text(figure.0, "figure", x: x, y: y)
      drawing.text(figure.1, "name", x: x, y: y + 20)
    }
  }

  private func periods(_ number: (ReadingStatistics.Period) -> Int) -> [SVGDrawing.Amount] {
    statistics.periods.suffix(Self.yearsShown).map { period in
      SVGDrawing.Amount(
        name: period.date.month.map { StatisticsWords.months[$0 - 1] } ?? String(period.date.year),
        number: number(period), text: number(period).grouped)
    }
  }

  /// Draws ratings next to languages, and authors below.
  ///
  /// - Returns: The y coordinate of the next part.
  private func shares(from y: Double, in drawing: inout SVGDrawing) -> Double {
    var y = y
    let hasRatings = statistics.ratings.count > 0
    if hasRatings {
      drawing.text("Your ratings", "part", x: Self.halves[0].x, y: y)
      let ratings = StatisticsWords.ratings(statistics.ratings).map {
        SVGDrawing.Amount(name: $0.rating.shortest, number: $0.count, text: $0.count.grouped)
      }
      drawing.columns(ratings, "books", in: Self.halves[0], base: y + 140, height: 100)
    }
    let languages = statistics.languages.prefix(Self.languagesShown).map { share in
      amount(share, StatisticsWords.language(share.name))
    }
    if !languages.isEmpty {
      let strip = Self.halves[hasRatings ? 1 : 0]
      drawing.text("Languages", "part", x: strip.x, y: y)
      drawing.bars(languages, "books", in: strip, y: y + 14)
    }
    if hasRatings {
      y += 196
    } else if !languages.isEmpty {
      y += 50 + Double(languages.count) * SVGDrawing.rowHeight
    }
    let authors = statistics.authors.prefix(Self.authorsShown).map { amount($0, $0.name ?? "") }
    guard !authors.isEmpty else { return y }
    drawing.text("Authors most read", "part", x: Self.whole.x, y: y)
    drawing.bars(authors, "books", in: Self.whole, y: y + 14)
    return y + 50 + Double(authors.count) * SVGDrawing.rowHeight
  }

  private func amount(_ share: ReadingStatistics.Share, _ name: String) -> SVGDrawing.Amount {
    SVGDrawing.Amount(name: name, number: share.count, text: share.count.grouped)
  }

  private var facts: [(name: String, text: String)] {
    func book(_ name: String, _ book: ReadingStatistics.Measured?, _ unit: String) -> (String, String)? {
      book.map { (name, "\($0.title), \($0.amount.counted(unit))") }
    }
    func streak(_ name: String, _ streak: ReadingStatistics.Streak?, _ unit: String) -> (String, String)? {
      streak.map { (name, "\($0.length.counted(unit)), \($0.first) to \($0.last)") }
    }
    return [
      book("Longest", statistics.longest, "page"),
      statistics.shortest == statistics.longest ? nil : book("Shortest", statistics.shortest, "page"),
      streak("Days in a row", statistics.streaks.days, "day"),
      streak("Months in a row", statistics.streaks.months, "month"),
      statistics.undated > 0
        ? ("Without a date", statistics.undated.counted(statistics.year == nil ? "book" : "more book")) : nil,
    ].compactMap { $0 }
  }

  // MARK: Words

  private var title: String { statistics.year.map { "Books read in \($0)" } ?? "Books read" }

  /// A description of the chart in sentences.
  private var description: String {
    var sentences = ["\(statistics.readings.counted("book")) read, \(statistics.pages.counted("page"))."]
    let periods = statistics.periods.filter { $0.readings > 0 }.map { "\($0.date): \($0.readings.grouped)" }
    if !periods.isEmpty {
      sentences.append("By \(statistics.year == nil ? "year" : "month"): \(periods.joined(separator: ", ")).")
    }
    if let mean = statistics.ratings.mean { sentences.append("Your ratings: \(mean.roundedToTenths) on average.") }
    let authors = statistics.authors.prefix(Self.authorsShown).map { "\($0.name ?? "") \($0.count.grouped)" }
    if !authors.isEmpty { sentences.append("Authors most read: \(authors.joined(separator: ", ")).") }
    return sentences.joined(separator: " ")
  }
}
