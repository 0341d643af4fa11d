import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The page with the books of a query.
struct BookListHTML {
  private let context: PageContext
  private let address: ListAddress
  private let list: ListParameters
  private let page: BookPage
  private let count: Int
  /// The number of books before the page.
  private let offset: Int
  /// The first book for the chosen letter; `nil` if no letter was chosen.
  private let marked: Book.ID?

  /// Creates a page of the list.
  ///
  /// - Throws: ``Problem``, 400 if the parameters are invalid.
  init(_ context: PageContext) throws {
    let address = try ListAddress(context.request.request.target, own: context.view.own)
    let (query, size) = (address.query, address.size)
    let count = try context.view.count(of: query)
    let lastBook = max(0, count - 1)
    let position = try AlphabetRow.letter(context["letter"]).flatMap { letter in
      try context.view.position(ofBeginning: letter, in: query).map { min($0, lastBook) }
    }
    // If the page number is too large, show the last page.
    let number = position.map { $0 / size } ?? min((address.page ?? 1) - 1, lastBook / size)
    let isByCursor = address.page == nil && position == nil
    // Leave out long texts, because neither the table nor the wall of covers shows them.
    let page = try context.view.page(
      query, at: isByCursor ? address.position : .offset(number * size), size: size, isBrief: true)
    let offset =
      isByCursor
      ? try page.books.first.flatMap { try context.view.position(of: $0.id, in: query) } ?? count : number * size
    let index = position.map { $0 - offset }
    marked = index.flatMap { page.books.indices.contains($0) ? page.books[$0].id : nil }
    (self.context, self.address, list, self.page) = (context, address, context.list, page)
    (self.count, self.offset) = (count, offset)
  }

  /// Returns the complete page.
  func bytes() throws -> [UInt8] {
    let frame = PageFrame(context: context, title: list.query, section: .books, kind: isWall ? "wall" : "list")
    return try frame.page { html in
      html.element(.div, .classes("heading")) { html in
        html.element(.h1, text: list.query.isEmpty ? "All books" : list.query)
        html.element(
          .p, .id("count"), .with(.role, "status"), .with(.ariaLive, "polite"), .with(.dataTotal, String(count)),
          text: count.counted("book"))
      }
      try html.element(.div, .classes("columns")) { html in
        try FacetList(context: context, list: list, query: address.query).write(to: &html)
        try html.element(.section, .classes("books"), .with(.ariaLabel, "Books")) { html in
          tools(&html)
          if count == 0 { return try nothing(&html) }
          AlphabetRow(context: context, list: list, order: address.query.order, view: context["view"]).write(to: &html)
          if isWall {
            try BookWall(context: context, list: list).write(page.books, to: &html)
          } else {
            BookRows(context: context, list: list, caption: caption, marked: marked, first: offset).write(
              page.books, to: &html)
          }
          pager.write(to: &html)
        }
      }
    }
  }

  private var isWall: Bool { context["view"] == "wall" }

  /// A caption such as “Books 51 to 100 of 1,234, newest first”.
  private var caption: String {
    let last = offset + page.books.count
    let range =
      page.books.isEmpty ? "No books here" : "Books \((offset + 1).grouped) to \(last.grouped) of \(count.grouped)"
    return "\(range), \(address.query.order.words)"
  }

  private var pager: PageLinks {
    PageLinks(
      context: context, items: list.items + [("view", context["view"]), ("size", context["size"])],
      page: offset / address.size + 1, last: max(1, (count + address.size - 1) / address.size))
  }

  /// Writes the controls for the order and the view of the list.
  private func tools(_ html: inout HTMLWriter) {
    html.element(.div, .classes("tools")) { html in
      html.element(.form, .with(.method, "get"), .action(context.address("")), .classes("sort")) { html in
        for item in [("q", list.query), ("view", context["view"])] where !item.1.isEmpty {
          html.hidden(item.0, item.1)
        }
        html.element(.label, .with(.forID, "sort"), text: "Sort by")
        html.element(.select, .id("sort"), .with(.name, "sort")) { html in
          for order in ListOrders.offered(ranked: BookQuery(list.query).isRanked, own: context.view.own) {
            let attribute = order.name == list.sort ? [HTMLAttribute.with(.selected, "selected")] : []
            html.option(order.words, value: order.name, attribute)
          }
        }
        html.element(.button, .with(.type, "submit"), text: "Show")
      }
      html.element(.nav, .classes("looks"), .with(.ariaLabel, "List view")) { html in
        for (name, view) in [("Table", ""), ("Covers", "wall")] {
          let address = context.address("", query: list.items + [("view", view)])
          if context["view"] == view {
            html.link(name, to: address, .with(.ariaCurrent, "true"))
          } else {
            html.link(name, to: address)
          }
        }
      }
      if context.mayChange {
        html.element(.nav, .classes("looks"), .with(.ariaLabel, "Change books")) { html in
          if context.mayEdit {
            html.link("Add a book", to: context.address("add"))
            html.link("Import", to: context.address("import"))
          }
          guard count > 0 else { return }
          if !isWall { selection(&html) }
          html.link("Edit all results", to: context.address("edit", query: [("q", list.query)]))
        }
      }
    }
  }

  /// Writes the button that changes the selected rows.
  private func selection(_ html: inout HTMLWriter) {
    html.element(
      .form, .id(BookRows.selection), .with(.method, "post"), .action(context.address("edit")), .classes("inline")
    ) { html in
      html.hidden(BulkEdit.selected, "1")
      html.element(.button, .with(.type, "submit"), text: "Edit selected")
    }
  }

  /// Writes suggestions for other queries, if the query finds no books.
  private func nothing(_ html: inout HTMLWriter) throws {
    html.element(.div, .classes("nothing")) { html in
      guard !list.query.isEmpty else {
        html.element(.p, text: "Nothing here yet.")
        return html.hint("To add books:", .addBooks, .addSource, in: context)
      }
      html.element(.p, text: "No books match.")
    }
    guard let suggestions = try context.view.suggestions(for: list.query) else { return }
    for (words, queries) in [
      ("Did you mean", suggestions.spellings), ("Words that contain your search", suggestions.insideWords),
    ] where !queries.isEmpty {
      html.element(.div, .classes("meant")) { html in
        html.element(.p, text: words)
        html.element(.ul) { html in
          for query in queries { html.element(.li) { $0.link(query, to: context.search(query)) } }
        }
      }
    }
  }
}
