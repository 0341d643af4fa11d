import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The page with the reading statistics of one year or of all years: a chart, and tables of its numbers.
struct StatisticsHTML {
  let context: PageContext
  let statistics: ReadingStatistics
  /// The years in which books were finished, latest first.
  let years: [Int]

  /// Creates the page.
  ///
  /// - Throws: ``Problem``, 400 if the year is invalid.
  init(_ context: PageContext, year: Int?) throws {
    self.context = context
    let query = BookQuery(context["q"])
    statistics = try context.view.statistics(of: query, year: year)
    let all = year == nil ? statistics : try context.view.statistics(of: query, year: nil)
    years = all.periods.filter { $0.readings > 0 }.map(\.date.year).reversed()
  }

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    let title = statistics.year.map { "Read in \($0)" } ?? "Read in all years"
    return PageFrame(context: context, title: title, section: .statistics).page { html in
      html.element(.h1, text: title)
      if !context["q"].isEmpty { html.element(.p, text: "For books that match “\(context["q"])”.") }
      html.element(.nav, .classes("years"), .with(.ariaLabel, "Years")) { html in
        for year in [nil] + years.map(Optional.some) {
          let address = context.address(
            "statistics", query: [("q", context["q"]), ("year", year.map(String.init) ?? "")])
          if year == statistics.year {
            html.link(year.map(String.init) ?? "All", to: address, .with(.ariaCurrent, "page"))
          } else {
            html.link(year.map(String.init) ?? "All", to: address)
          }
        }
      }
      html.void(
        .img, .classes("chart"), .with(.alt, "A chart of the books read. The tables below contain its numbers."),
        .src(
          context.address(
            "statistics.svg", query: [("q", context["q"]), ("year", statistics.year.map(String.init) ?? "")])))
      figures(&html)
      html.element(.div, .classes("tables")) { html in tables(&html) }
    }
  }

  private func figures(_ html: inout HTMLWriter) {
    var figures = [
      (statistics.readings.counted("book") + " read", "(\(statistics.rereads.counted("re-read")))"),
      (statistics.pages.counted("page"), ""), (statistics.abandoned.grouped, "abandoned"),
      (statistics.books.counted("book"), "in all" + (statistics.owned.map { ", \($0.grouped) owned" } ?? "")),
    ]
    if let mean = statistics.ratings.mean { figures.append((((mean * 10).rounded() / 10).shortest, "your rating")) }
    html.element(.ul, .classes("figures")) { html in
      for figure in figures {
        html.element(.li) { html in
          html.element(.strong, text: figure.0)
          html.text(" ")
          html.element(.small, text: figure.1)
        }
      }
    }
  }

  private func tables(_ html: inout HTMLWriter) {
    let periods = statistics.periods.filter { $0.readings > 0 }
    table(
      statistics.year == nil ? "By year" : "By month", ["", "books", "pages"],
      periods.map { [$0.date.description, $0.readings.grouped, $0.pages.grouped] }, &html)
    table("Authors most read", ["", "books"], statistics.authors.map { [$0.name ?? "", $0.count.grouped] }, &html)
    table(
      "Languages", ["", "books"],
      statistics.languages.map { [StatisticsWords.language($0.name), $0.count.grouped] }, &html)
    table(
      "Your ratings", ["", "books"],
      StatisticsWords.ratings(statistics.ratings).filter { $0.count > 0 }.map {
        [$0.rating.shortest, $0.count.grouped]
      }, &html)
    table(
      "Reading status", ["", "books"],
      ReadState.allCases.compactMap { state in
        statistics.states[state].flatMap { $0 == 0 ? nil : [state.rawValue, $0.grouped] }
      }, &html)
  }

  private func table(_ caption: String, _ heads: [String], _ rows: [[String]], _ html: inout HTMLWriter) {
    guard !rows.isEmpty else { return }
    html.element(.table, .classes("numbers")) { html in
      html.element(.caption, text: caption)
      html.element(.thead) { html in
        html.element(.tr) { html in
          for head in heads {
            if head.isEmpty {
              html.element(.td, text: "")
            } else {
              html.element(.th, .with(.scope, "col"), text: head)
            }
          }
        }
      }
      html.element(.tbody) { html in
        for row in rows {
          html.element(.tr) { html in
            for (index, cell) in row.enumerated() {
              if index == 0 {
                html.element(.th, .with(.scope, "row"), text: cell)
              } else {
                html.element(.td, text: cell)
              }
            }
          }
        }
      }
    }
  }
}
