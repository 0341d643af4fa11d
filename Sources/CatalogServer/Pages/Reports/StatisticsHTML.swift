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
    let title = Texts.Statistics.heading(statistics.year)
    return PageFrame(context: context, title: title, section: .statistics).page { html in
      html.element(.h1, text: title)
      if !context["q"].isEmpty { html.element(.p, text: Texts.Statistics.matching(context["q"])) }
      html.element(.nav, .classes("years"), .with(.ariaLabel, Texts.Statistics.years)) { html in
        for year in [nil] + years.map(Optional.some) {
          let address = context.address(
            "statistics", query: [("q", context["q"]), ("year", year.map(String.init) ?? "")])
          if year == statistics.year {
            html.link(year.map(String.init) ?? Texts.Statistics.all, to: address, .with(.ariaCurrent, "page"))
          } else {
            html.link(year.map(String.init) ?? Texts.Statistics.all, to: address)
          }
        }
      }
      reading(&html)
      library(&html)
      html.element(.p) { html in
        html.link(
          Texts.Statistics.image,
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
          ? Texts.Statistics.hasNoBooks
          : Texts.Statistics.hasNoBooksInYear)
      return
    }
    figures(
      [
        (
          Texts.Statistics.read(statistics.readings),
          statistics.rereads > 0 ? Texts.Statistics.rereads(statistics.rereads) : ""
        ),
        (
          statistics.pages > 0 ? Texts.pages(statistics.pages) : "",
          statistics.readingsWithoutPages > 0
            ? Texts.Statistics.withoutPages(statistics.readingsWithoutPages) : Texts.Statistics.pagesRead
        ),
        (statistics.abandoned.grouped, Texts.Statistics.abandoned),
        (
          statistics.ratings.mean?.roundedToTenths ?? "",
          context.isOwnReading ? Texts.Statistics.averageOfMine : Texts.Statistics.averageOfOwners
        ),
        (statistics.durations?.median.roundedToTenths ?? "", Texts.Statistics.daysForBook),
        (statistics.pace?.pagesPerDay.roundedToTenths ?? "", Texts.Statistics.pagesPerDay),
        (statistics.streaks.days.map { Texts.days($0.length) } ?? "", Texts.Statistics.longestStreak),
      ], &html)
    let undated = statistics.withoutMonth + (statistics.year == nil ? statistics.undated : 0)
    if undated > 0 {
      html.element(.p, text: Texts.Statistics.undated(undated, inYear: statistics.year != nil))
    }
    html.element(.div, .classes("tables")) { html in
      bars(statistics.year == nil ? Texts.Statistics.byYear : Texts.Statistics.byMonth, periods, &html)
      bars(
        Texts.Statistics.authors, statistics.authors.map { Bar($0.name ?? Texts.Statistics.unknown, $0.count) }, &html)
      bars(
        context.isOwnReading ? Texts.Statistics.myRatings : Texts.Statistics.ratings,
        StatisticsWords.ratings(statistics.ratings).reversed().filter { $0.count > 0 || isWhole($0.rating) }.map {
          Bar(HTMLWriter.stars($0.rating), $0.count, label: Texts.Statistics.rating($0.rating.shortest))
        }, &html)
      books(&html)
    }
  }

  /// The bars of the months or the years. Years without readings are left out.
  private var periods: [Bar] {
    statistics.periods.compactMap { period in
      if statistics.year == nil, period.readings == 0 { return nil }
      let name =
        statistics.year == nil ? String(period.date.year) : Texts.month(period.date.month ?? 1)
      return Bar(name, period.readings, note: period.pages > 0 ? Texts.pages(period.pages) : "")
    }
  }

  /// Writes the books with the most and the fewest pages and days.
  private func books(_ html: inout HTMLWriter) {
    let durations = statistics.durations
    let books: [(String, ReadingStatistics.Measured?, (Int) -> String)] = [
      (Texts.Statistics.longest, statistics.longest, Texts.pages),
      (Texts.Statistics.shortest, statistics.shortest, Texts.pages),
      (Texts.Statistics.quickest, durations?.quickest, Texts.days),
      (Texts.Statistics.slowest, durations?.slowest, Texts.days),
    ]
    guard books.contains(where: { $0.1 != nil }) else { return }
    html.element(.section) { html in
      html.element(.h2, text: Texts.Statistics.remarkable)
      html.element(.dl, .classes("fields")) { html in
        for case (let name, let book?, let amount) in books {
          html.element(.dt, text: name)
          html.element(.dd) { html in
            html.link(book.title, to: context.book(book.id))
            html.element(.small, text: " \(amount(book.amount))")
          }
        }
      }
    }
  }

  // MARK: Library

  private func library(_ html: inout HTMLWriter) {
    html.element(
      .h2, .classes("part"), text: statistics.year == nil ? Texts.Statistics.library : Texts.Statistics.booksRead)
    if statistics.year == nil {
      figures(
        [
          (Texts.books(statistics.books), Texts.Statistics.inLibrary),
          (statistics.owned?.grouped ?? "", Texts.Statistics.owned),
          (statistics.ownedUnread?.grouped ?? "", Texts.Statistics.ownedUnread),
        ], &html)
    }
    html.element(.div, .classes("tables")) { html in
      if statistics.year == nil {
        bars(Texts.Fields.status, ReadState.allCases.map { Bar($0.label, statistics.states[$0] ?? 0) }, &html)
      }
      bars(
        Texts.Statistics.languages,
        statistics.languages.map { Bar(Texts.language($0.name).capitalizedStart, $0.count) },
        &html)
    }
  }

  // MARK: Parts

  private func isWhole(_ rating: Double) -> Bool { rating == rating.rounded() }

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
    html.element(.section) { html in
      html.shortened(bars, Texts.Statistics.more) { part, html in
        table(caption, isShown: part.startIndex == 0, part, max: max, &html)
      }
    }
  }

  private func table(
    _ caption: String, isShown: Bool, _ bars: ArraySlice<Bar>, max: Int, _ html: inout HTMLWriter
  ) {
    html.element(.table, .classes("numbers")) { html in
      html.element(.caption, isShown ? [] : [.classes("unseen")]) { $0.text(caption) }
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
              if !bar.note.isEmpty { html.element(.small, text: Texts.Statistics.note(bar.note)) }
            }
          }
        }
      }
    }
  }
}
