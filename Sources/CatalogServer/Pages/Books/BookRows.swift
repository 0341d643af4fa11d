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

  func write(_ books: [Book], to html: inout HTMLWriter) throws {
    let locations = try ServedPlaces(context.view)
    try html.element(.table, .classes("list"), .id("list")) { html in
      html.element(.caption, text: caption)
      html.element(.thead) { html in
        html.element(.tr) { html in
          if context.mayChange {
            html.element(.th, .with(.scope, "col"), .classes("pick")) {
              $0.element(.span, .classes("unseen"), text: Texts.List.selected)
            }
          }
          html.element(.td, .classes("thumb"), text: "")
          for column in Self.columns { head(column, &html) }
        }
      }
      try html.element(.tbody) { html in
        for book in books {
          html.line()
          try row(book, locations, &html)
        }
      }
    }
    html.line()
  }

  private struct Column {
    let label: String
    let classes: String
    /// The key by which the header sorts; `nil` if it does not sort.
    var key: BookOrder.Key?
    /// True if the header first sorts in descending order.
    var isDescending = false
  }

  private static let columns = [
    Column(label: Texts.List.title, classes: "title", key: .title),
    Column(label: Texts.List.author, classes: "author", key: .author),
    Column(label: Texts.List.year, classes: "year", key: .year), Column(label: Texts.Fields.status, classes: "state"),
    Column(label: Texts.Fields.myRating, classes: "mine", key: .rating, isDescending: true),
    Column(label: Texts.List.average, classes: "others", key: .average, isDescending: true),
  ]

  /// Writes the header of a column. It is a link that sorts the list by the column, or reverses the order if the list
  /// is already sorted by it.
  private func head(_ column: Column, _ html: inout HTMLWriter) {
    guard let key = column.key else {
      return html.element(.th, .with(.scope, "col"), .classes(column.classes), text: column.label)
    }
    let isSorted = order.key == key
    let next = BookOrder(key, descending: isSorted ? !order.isDescending : column.isDescending).name
    let sort = isSorted ? [HTMLAttribute.with(.ariaSort, order.isDescending ? "descending" : "ascending")] : []
    html.element(.th, [.with(.scope, "col"), .classes(column.classes)] + sort) {
      $0.link(
        column.label, to: context.address(of: ListParameters(query: list.query, sort: next)), .with(.dataSort, next))
    }
  }

  private func row(_ book: Book, _ locations: ServedPlaces, _ html: inout HTMLWriter) throws {
    try html.element(.tr, .id("b\(book.id)")) { html in
      if context.mayChange {
        html.element(.td, .classes("pick")) { html in
          html.void(
            .input, .with(.type, "checkbox"), .with(.form, Self.selection), .with(.name, "books"),
            .with(.value, String(book.id)), .with(.ariaLabel, Texts.List.select(book.title)))
        }
      }
      try html.element(.td, .classes("thumb")) {
        try BookCoverHTML(context: context, book: book, locations: locations, size: "36px").write(to: &$0)
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
      html.element(.td, .classes("year"), text: book.year.map { String($0) } ?? "")
      html.element(.td, .classes("state")) { html in
        if book.readState != .unread { html.text(book.readState.label) }
        html.progress(of: book)
      }
      html.element(.td, .classes("mine")) { html in if let rating = book.rating { html.stars(rating) } }
      html.element(.td, .classes("others")) { html in if let rating = book.averageRating { html.average(rating) } }
    }
  }
}
