import Catalog
import CatalogModel

/// The page with the covers that a book can get: its own, those of metadata providers, and those of other editions in
/// the catalog.
struct CoverChoiceHTML {
  /// The form field that names the chosen cover.
  static let cover = "cover"
  /// The maximum number of covers on the page.
  private static let maxCovers = 60

  private let context: PageContext
  private let book: Book
  private let seen: String
  /// The covers, each with the book that has it.
  private let choices: [Choice]

  private struct Choice {
    let book: Book.ID
    let name: String
    let address: PageAddress
  }

  /// Creates the page.
  ///
  /// - Throws: ``Problem``: 403 if the viewer may not edit books, 404 if there is no such book.
  init(_ context: PageContext, _ id: Book.ID) throws {
    try context.request.requireEditor()
    guard let book = try context.view.book(id), let cover = try context.view.ownCover(of: id) else {
      throw Problem.notFound
    }
    let editions = try context.view.ids(titled: book.title, by: book.authors, isbns: []).filter { $0 != id }
    let locations = try ServedPlaces(context.view)
    var choices: [Choice] = []
    for book in [book] + (try editions.prefix(Self.maxCovers).compactMap(context.view.book)) {
      choices += try context.coverLinks(of: book, in: locations).map {
        Choice(book: book.id, name: $0.name, address: $0.address)
      }
    }
    (self.context, self.book, seen) = (context, book, context.coverMark(cover, of: id))
    self.choices = Array(choices.prefix(Self.maxCovers))
  }

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    PageFrame(context: context, title: Texts.Covers.title(book.title), section: nil).page { html in
      html.element(.h1, text: Texts.Covers.choose)
      html.element(.p) { $0.link(book.title, to: context.book(book.id)) }
      guard !choices.isEmpty else {
        return html.element(.p, text: Texts.Covers.hasNone)
      }
      html.element(
        .form, .with(.method, "post"), .action(context.address("book", String(book.id), "cover", "choose")),
        .classes("covers")
      ) { html in
        html.hidden(OwnCover.seen, seen)
        for choice in choices {
          let words = choice.book == book.id ? Texts.Covers.thisBook : Texts.book(choice.book)
          html.element(
            .button, .with(.type, "submit"), .with(.name, Self.cover), .with(.value, choice.name),
            .with(.ariaLabel, Texts.Covers.use(words))
          ) { html in
            BookCoverHTML.image(choice.address, in: context, size: "160px", to: &html)
            html.element(.small, text: words)
          }
        }
      }
    }
  }
}
