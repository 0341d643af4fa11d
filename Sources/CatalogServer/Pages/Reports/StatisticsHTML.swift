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
      reading(&html)
      library(&html)
      html.element(.p) { html in
        html.link(
          "Chart as an image",
          to: context.address(
            "statistics.svg", query: [("q", context["q"]), ("year", statistics.year.map(String.init) ?? "")]))
      }
    }
  }

  // MARK: Reading

  /// Writes what was read, apart from what is in the library.
  private func reading(_ html: inout HTMLWriter) {
    guard statistics.readings + statistics.abandoned > 0 else {
      html.element(
        .p,
        text: statistics.year == nil
          ? "No finished books yet. Mark a book as read, and it counts here."
          : "No books were finished in this year.")
      return
    }
    figures(
      [
        (
          statistics.readings.counted("book") + " read",
          statistics.rereads > 0 ? "(\(statistics.rereads.counted("re-read")))" : ""
        ),
        (
          statistics.pages > 0 ? statistics.pages.counted("page") : "",
          statistics.readingsWithoutPages > 0
            ? "\(statistics.readingsWithoutPages.counted("book")) of unknown length not counted" : "read"
        ),
        (statistics.abandoned.grouped, "abandoned"),
        (statistics.ratings.mean?.roundedToTenths ?? "", "average of \(mine) ratings"),
        (statistics.durations?.median.roundedToTenths ?? "", "days for a book (median)"),
        (statistics.streaks.days?.length.counted("day") ?? "", "longest reading streak"),
      ], &html)
    let undated = statistics.withoutMonth + (statistics.year == nil ? statistics.undated : 0)
    if undated > 0 {
      html.element(
        .p,
        text:
          "Not in the chart: \(undated.counted("book")) without a known \(statistics.year == nil ? "year" : "month").")
    }
    html.element(.div, .classes("tables")) { html in
      bars(statistics.year == nil ? "Books read by year" : "Books read by month", periods, &html)
      bars("Authors most read", statistics.authors.map { Bar($0.name ?? "Unknown", $0.count) }, &html)
      bars(
        context.isOwnReading ? "My ratings" : "Ratings",
        StatisticsWords.ratings(statistics.ratings).reversed().map {
          Bar(HTMLWriter.stars($0.rating), $0.count, label: "\($0.rating.shortest) of 5")
        }, &html)
      books(&html)
    }
  }

  private var mine: String { context.isOwnReading ? "my" : "the" }

  /// The bars of the months or the years. Years without readings are left out.
  private var periods: [Bar] {
    statistics.periods.compactMap { period in
      if statistics.year == nil, period.readings == 0 { return nil }
      let name =
        statistics.year == nil ? String(period.date.year) : StatisticsWords.months[(period.date.month ?? 1) - 1]
      return Bar(name, period.readings, note: period.pages > 0 ? period.pages.counted("page") : "")
    }
  }

  /// Writes the books with the most and the fewest pages and days.
  private func books(_ html: inout HTMLWriter) {
    let durations = statistics.durations
    let books: [(String, ReadingStatistics.Measured?, String)] = [
      ("Longest", statistics.longest, "page"), ("Shortest", statistics.shortest, "page"),
      ("Quickest", durations?.quickest, "day"), ("Slowest", durations?.slowest, "day"),
    ]
    guard books.contains(where: { $0.1 != nil }) else { return }
    html.element(.section) { html in
      html.element(.h2, text: "Remarkable books")
      html.element(.dl, .classes("fields")) { html in
        for case (let name, let book?, let unit) in books {
          html.element(.dt, text: name)
          html.element(.dd) { html in
            html.link(book.title, to: context.book(book.id))
            html.element(.small, text: " \(book.amount.counted(unit))")
          }
        }
      }
    }
  }

  // MARK: Library

  private func library(_ html: inout HTMLWriter) {
    html.element(.h2, .classes("part"), text: statistics.year == nil ? "The library" : "The books read")
    if statistics.year == nil {
      figures(
        [
          (statistics.books.counted("book"), "in the library"), (statistics.owned?.grouped ?? "", "owned"),
          (statistics.ownedUnread?.grouped ?? "", "owned and not read yet"),
        ], &html)
    }
    html.element(.div, .classes("tables")) { html in
      if statistics.year == nil {
        bars("Status", ReadState.allCases.map { Bar($0.label, statistics.states[$0] ?? 0) }, &html)
      }
      bars(
        "Languages", statistics.languages.map { Bar(StatisticsWords.language($0.name).capitalizedStart, $0.count) },
        &html)
    }
  }

  // MARK: Parts

  private func figures(_ figures: [(number: String, words: String)], _ html: inout HTMLWriter) {
    html.element(.ul, .classes("figures")) { html in
      for figure in figures where !figure.number.isEmpty {
        html.element(.li) { html in
          html.element(.strong, text: figure.number)
          html.text(" ")
          html.element(.small, text: figure.words)
        }
      }
    }
  }

  /// A row of a chart.
  private struct Bar {
    let name: String
    let count: Int
    var note = ""
    /// The name for screen readers; `nil` if the name can be read.
    var label: String?

    init(_ name: String, _ count: Int, note: String = "", label: String? = nil) {
      (self.name, self.count, self.note, self.label) = (name, count, note, label)
    }
  }

  /// Writes a chart as a table with a bar in each row. It adapts to the width of the screen, and screen readers read
  /// its numbers. Writes nothing if all numbers are 0.
  private func bars(_ caption: String, _ bars: [Bar], _ html: inout HTMLWriter) {
    let max = bars.map(\.count).max() ?? 0
    guard max > 0 else { return }
    html.element(.table, .classes("numbers")) { html in
      html.element(.caption, text: caption)
      html.element(.tbody) { html in
        for bar in bars {
          html.element(.tr) { html in
            if let label = bar.label {
              html.element(.th, .with(.scope, "row")) { html in
                html.element(.span, .classes("stars"), .hidden, text: bar.name)
                html.element(.span, .classes("unseen"), text: label)
              }
            } else {
              html.element(.th, .with(.scope, "row"), text: bar.name)
            }
            html.element(.td, .classes("share"), .hidden) { html in
              html.element(.progress, .with(.max, String(max)), .with(.value, String(bar.count)), text: "")
            }
            html.element(.td) { html in
              html.text(bar.count.grouped)
              if !bar.note.isEmpty { html.element(.small, text: " · \(bar.note)") }
            }
          }
        }
      }
    }
  }
}
