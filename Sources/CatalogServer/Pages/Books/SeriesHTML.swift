import Catalog
import CatalogModel
import Platform

/// The series of a book, with links to the books before and after it in the series.
struct SeriesHTML {
  let context: PageContext
  let book: Book

  func write(to html: inout HTMLWriter) throws {
    guard let series = book.series else { return }
    let condition = BookFacet.condition(.series, series)
    let neighbours = try condition.map {
      try BookNeighbours(of: book.id, in: BookQuery($0, order: .series), reach: 5, context.view)
    }
    html.element(.p, .classes("series")) { html in
      if let condition {
        html.link(series, to: context.address(of: ListParameters(query: condition, sort: "series")))
      } else {
        html.text(series)
      }
      if let number = book.seriesNumber { html.text(" #\(number.shortest)") }
      if let previous = neighbours?.before.first(where: isOther) {
        link(Texts.BookPage.previousInSeries, Texts.BookPage.previousInSeries(previous.title), previous, &html)
      }
      if let next = neighbours?.after.first(where: isOther) {
        link(Texts.BookPage.nextInSeries, Texts.BookPage.nextInSeries(next.title), next, &html)
      }
    }
  }

  /// Returns true if a book is another part of the series, rather than another edition or a set that begins with the
  /// same part.
  private func isOther(_ other: Book) -> Bool { book.seriesNumber == nil || other.seriesNumber != book.seriesNumber }

  private func link(_ text: String, _ label: String, _ other: Book, _ html: inout HTMLWriter) {
    html.text(" ")
    html.link(
      text, to: context.book(other.id), .classes("beside"), .with(.title, other.title),
      .with(.ariaLabel, label))
  }
}
