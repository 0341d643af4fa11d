import Catalog
import CatalogModel
import Platform

/// Books as rows of a table.
struct BookRows {
  let context: PageContext
  let list: ListParameters
  let caption: String
  let order: BookOrder
  /// The first book for the chosen letter, to whose row the browser scrolls; `nil` if no letter was chosen.
  let marked: Book.ID?
  /// The number of books before the first row.
  let first: Int

  /// The id of the form that changes selected rows. The checkboxes of the rows are outside the form and refer to it by
  /// this id.
  static let selection = "selection"

  func write(_ books: [Book], to html: inout HTMLWriter) {
    html.element(.table, .classes("list"), .id("list")) { html in
      html.element(.caption, text: caption)
      html.element(.thead) { html in
        html.element(.tr) { html in
          if context.mayChange {
            html.element(.th, .with(.scope, "col"), .classes("pick")) {
              $0.element(.span, .classes("unseen"), text: "Selected")
            }
          }
          for column in Self.columns { head(column, &html) }
        }
      }
      html.element(.tbody) { html in
        for book in books {
          html.line()
          row(book, &html)
        }
      }
    }
    html.line()
  }

  /// The columns: their labels, their classes, and the order by which their header sorts.
  private static let columns: [(words: String, name: String, order: BookOrder?)] = [
    ("Title", "title", .title), ("Author", "author", .author), ("Year", "year", .year), ("Status", "state", nil),
    ("My rating", "mine", .rating.descending), ("Average", "others", .average.descending),
  ]

  /// Writes the header of a column. It is a link that sorts the list by the column, or reverses the order if the list
  /// is already sorted by it.
  private func head(_ column: (words: String, name: String, order: BookOrder?), _ html: inout HTMLWriter) {
    guard let first = column.order else {
      return html.element(.th, .with(.scope, "col"), .classes(column.name), text: column.words)
    }
    let isSorted = order.key == first.key
    let next = first.key.flatMap { isSorted ? BookOrder($0, descending: !order.isDescending) : nil } ?? first
    let sort = isSorted ? [HTMLAttribute.with(.ariaSort, order.isDescending ? "descending" : "ascending")] : []
    html.element(.th, [.with(.scope, "col"), .classes(column.name)] + sort) { html in
      let address = context.address(
        "", query: [("q", list.query), ("sort", next.name), ("view", context["view"])])
      html.link(column.words, to: address, .with(.dataSort, next.name))
    }
  }

  private func row(_ book: Book, _ html: inout HTMLWriter) {
    html.element(.tr, .id("b\(book.id)")) { html in
      if context.mayChange {
        html.element(.td, .classes("pick")) { html in
          html.void(
            .input, .with(.type, "checkbox"), .with(.form, Self.selection), .with(.name, "books"),
            .with(.value, String(book.id)), .with(.ariaLabel, "Select \(book.title)"))
        }
      }
      html.element(.th, .with(.scope, "row"), .classes("title")) { html in
        if book.id == marked { html.element(.span, .id("letter"), .classes("mark"), text: "") }
        html.link(book.title, to: context.book(book.id, in: list))
        if let series = book.series, !book.title.lowercased().contains(series.lowercased()) {
          html.text(" ")
          html.element(.small, text: series + (book.seriesNumber.map { " #\($0.shortest)" } ?? ""))
        }
      }
      html.element(.td, .classes("author"), text: book.authors.joined(separator: ", "))
      html.element(
        .td, .classes("year"), text: (book.firstPublished ?? book.published).map { String($0.year) } ?? "")
      html.element(.td, .classes("state"), text: book.readState == .unread ? "" : book.readState.label)
      html.element(.td, .classes("mine")) { html in if let rating = book.rating { html.stars(rating) } }
      html.element(.td, .classes("others")) { html in if let rating = book.averageRating { html.average(rating) } }
    }
  }
}
