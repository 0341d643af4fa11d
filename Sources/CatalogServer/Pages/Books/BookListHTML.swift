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
    let heading = QueryLabel.heading(of: address.query)
    let frame = PageFrame(context: context, title: heading ?? "", section: .library, kind: isWall ? "wall" : "list")
    return try frame.page { html in
      html.element(.div, .classes("heading")) { html in
        html.element(.h1, text: heading ?? Texts.List.allBooks)
        html.element(
          .p, .id("count"), .with(.role, "status"), .with(.ariaLive, "polite"), .with(.dataTotal, String(count)),
          text: Texts.books(count))
      }
      try html.element(.div, .classes("columns")) { html in
        try FacetList(context: context, list: list, query: address.query).write(to: &html)
        try html.element(.section, .classes("books"), .with(.ariaLabel, Texts.List.books)) { html in
          try ReadingShelf(context: context, address: address).write(to: &html)
          ListTools(context: context, list: list, query: address.query, count: count).write(to: &html)
          try problems(&html)
          askAboutCovers(&html)
          if count == 0 { return try nothing(&html) }
          AlphabetRow(context: context, list: list, order: address.query.order, view: context["view"]).write(to: &html)
          if isWall {
            try BookWall(context: context, list: list).write(page.books, to: &html)
          } else {
            try BookRows(
              context: context, list: list, caption: caption, order: address.query.order, marked: marked, first: offset
            ).write(page.books, to: &html)
          }
          pager.write(to: &html)
        }
      }
    }
  }

  private var isWall: Bool { context.request.look == .wall }

  /// A caption such as “Books 51 to 100 of 1,234, newest first”.
  private var caption: String {
    let order = address.query.order.words
    return page.books.isEmpty
      ? Texts.List.emptyCaption(order: order)
      : Texts.List.caption(offset + 1, offset + page.books.count, of: count, order: order)
  }

  private var pager: PageLinks {
    PageLinks(
      context: context, items: list.items + [("view", context["view"]), ("size", context["size"])],
      page: offset / address.size + 1, last: max(1, (count + address.size - 1) / address.size))
  }

  /// Writes the button that adds the sample books.
  private func samples(_ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "post"), .action(context.address("sources"))) { html in
      for (name, value) in [("action", "add"), ("kind", "samples"), ("name", "samples")] { html.hidden(name, value) }
      html.element(.button, .with(.type, "submit"), text: Texts.List.trySamples)
    }
  }

  /// Asks the owner about covers on the web, if books of the page have some. A command may have imported them.
  private func askAboutCovers(_ html: inout HTMLWriter) {
    guard context.asksAboutCovers else { return }
    let count = page.books.count { $0.cover.map(WebCoverCounter.isOnWeb) == true }
    guard count > 0 else { return }
    CoverQuestionHTML(context: context, reason: Texts.Covers.areOnWeb(books: count)).write(to: &html)
  }

  /// Writes the parts of the query that are searched for as text, although they look like conditions.
  private func problems(_ html: inout HTMLWriter) throws {
    let problems = try context.view.problems(of: address.query)
    html.element(.div, .classes("problems")) { html in
      for problem in problems { html.element(.p, .classes("notice"), text: Texts.List.note("\(problem)")) }
    }
  }

  /// Writes suggestions for other queries, if the query finds no books.
  private func nothing(_ html: inout HTMLWriter) throws {
    html.element(.div, .classes("nothing")) { html in
      guard !list.query.isEmpty else {
        if context.mayEdit {
          html.element(.p, text: Texts.List.isEmptyForEditors)
          html.element(.div, .classes("buttons")) { html in
            html.link(Texts.List.importFile, to: context.address("import"), .classes("button"))
            html.link(Texts.List.addBook, to: context.address("add"), .classes("button"))
            if context.view.viewer.audience.seesEverything, context.view.viewer.role == .owner { samples(&html) }
          }
        } else {
          html.element(.p, text: Texts.List.isEmpty)
          html.hint(Texts.List.allowEdits, .allowEdits, in: context)
        }
        html.hint(Texts.List.addInTerminal, .addBooks, .addSource, in: context)
        return html.hint(Texts.List.addSamplesInTerminal, .addSamples, in: context)
      }
      html.element(.p, text: Texts.List.hasNoMatches)
      html.element(.p) { $0.link(Texts.List.showAll, to: context.address("", query: [("view", context["view"])])) }
    }
    let suggestions = try context.view.suggestions(for: list.query)
    for (words, queries) in [
      (Texts.List.didYouMean, suggestions.spellings), (Texts.List.insideWords, suggestions.insideWords),
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
