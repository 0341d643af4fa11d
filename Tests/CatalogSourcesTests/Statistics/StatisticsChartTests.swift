import CatalogModel
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("The picture of statistics")
struct StatisticsChartTests {
  /// Returns statistics with all the data that a picture can show.
  private static func statistics(year: Int?, title: String = "Dune", author: String = "Herbert") throws
    -> ReadingStatistics
  {
    var tally = ReadingTally(year: year, today: try PartialDate("2026-01-01"))
    for number in 1...40 {
      let month = number % 12 + 1
      let book = BookReadings(
        id: Book.ID(Int64(number)), state: .read,
        started: try PartialDate(year: 2000 + number % 25, month: month, day: 1),
        finished: try PartialDate(year: 2000 + number % 25, month: month, day: 9),
        earlier: [Reading(finished: try PartialDate(year: 1900 + number, month: month))], pages: number * 40)
      _ = tally.count(book) { ["\(author) \(number % 12)"] }
    }
    tally.count(books: 40, in: .read)
    for (rating, count) in [(5.0, 7), (4.5, 2), (1, 1)] { tally.count(count, rated: rating) }
    for (code, count) in [("eng", 30), ("fra", 9), (nil, 1)] { tally.count(count, in: code) }
    return tally.statistics(authors: 20) { "\(title) \($0)" }
  }

  private static func element(_ statistics: ReadingStatistics) throws -> XMLElement {
    try XMLDocument.element(of: Array(StatisticsChart(statistics).svg.utf8))
  }

  private static func all(_ element: XMLElement) -> [XMLElement] { [element] + element.elements.flatMap(all) }

  private static func texts(_ element: XMLElement, _ kind: String) -> [String] {
    all(element).filter { $0.name.local == "text" && $0[attribute: "class"] == kind }.map(\.text)
  }

  @Test("is a document of SVG with a title and a description, which name each other", arguments: [nil, 2003])
  func accessible(year: Int?) throws {
    let statistics = try Self.statistics(year: year)
    let svg = try Self.element(statistics)
    #expect(svg.name == XMLName("svg", in: "http://www.w3.org/2000/svg") && svg[attribute: "role"] == "img")
    let parts = Array(svg.elements.prefix(2))
    expectEqual(parts.map(\.name.local), ["title", "desc"])
    expectEqual(svg[attribute: "aria-labelledby"], parts.compactMap { $0[attribute: "id"] }.joined(separator: " "))
    expectEqual(parts[0].text, year == nil ? "Books read" : "Books read in 2003")
    #expect(parts[1].text.hasPrefix(year == nil ? "80 books read, 65,600 pages. By year: 1901: 1, " : "2 books read, "))
    expectEqual(Self.texts(svg, "part").first, year == nil ? "Books per year" : "Books per month")
    expectEqual(Self.texts(svg, "figure").first, year == nil ? "80" : "2")
  }

  @Test("has no scripts, no references, and only elements that it needs")
  func harmless() throws {
    let statistics = try Self.statistics(year: nil)
    let elements = Self.all(try Self.element(statistics))
    expectEqual(Set(elements.map(\.name.local)), ["svg", "title", "desc", "style", "rect", "line", "text"])
    let attributes = Set(elements.flatMap { $0.attributes.map(\.name.local) })
    #expect(attributes.isDisjoint(with: ["href", "style", "onload", "onclick", "src"]))
    #expect(!StatisticsChart(statistics).svg.contains("url("))
    expectEqual(StatisticsChart(statistics).svg, StatisticsChart(statistics).svg)
  }

  @Test("shows the last forty years, and all twelve months")
  func columns() throws {
    let years = Self.all(try Self.element(Self.statistics(year: nil)))
      .filter { $0.name.local == "rect" && $0[attribute: "class"] == "books" }.map(\.text)
    #expect(years.contains("2024: 1") && !years.contains { $0.hasPrefix("1901:") })
    let months = Self.texts(try Self.element(Self.statistics(year: 2003)), "name")
    expectEqual(months.filter(StatisticsWords.months.contains), StatisticsWords.months + StatisticsWords.months)
  }

  @Test("keeps within its width, whatever is in it")
  func width() throws {
    var many = try Self.statistics(year: nil, title: String(repeating: "Very Long ", count: 100))
    many.readings = 1_000_000_000
    many.periods[many.periods.count - 1].readings = 1_000_000
    for statistics in [many, ReadingStatistics(), ReadingStatistics(year: 2024)] {
      for rect in Self.all(try Self.element(statistics)) where rect.name.local == "rect" {
        guard let x = rect[attribute: "x"].flatMap(Double.init),
          let width = rect[attribute: "width"].flatMap(Double.init)
        else { continue }
        #expect(x >= 0 && width > 0 && x + width <= 760)
      }
    }
    #expect(Self.texts(try Self.element(many), "fact").contains { $0.hasSuffix("…") })
  }

  @Test("holds texts of books as texts, and none of the characters that XML does not have")
  func hostile() throws {
    let title = "</text><script>alert('1')</script> & \"quotes\" \u{0}\u{1B}[31m\u{FFFE}\u{202E}"
    let svg = try Self.element(Self.statistics(year: nil, title: title, author: title))
    #expect(!Self.all(svg).contains { $0.name.local == "script" })
    #expect(Self.texts(svg, "fact").contains { $0.hasPrefix("</text><script>alert('1')</script> & \"quotes\" [31m") })
  }
}
