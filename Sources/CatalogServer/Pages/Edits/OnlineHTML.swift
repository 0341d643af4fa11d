import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The page with search results from Open Library. Each result has a button that adds the book, or a link to the book
/// if the catalog already contains it.
struct OnlineHTML {
  let context: PageContext
  let text: String
  let found: [OnlineBooks.Found]
  /// The reason why the search was not made; `nil` if it was made.
  var refusal: String?

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    PageFrame(context: context, title: Texts.Online.title(text), section: .add, kind: "online").page { html in
      html.element(.h1, text: Texts.Online.heading)
      OnlineForm(context: context, text: text).write(to: &html)
      html.element(
        .p, .with(.role, "status"),
        text: refusal
          ?? (found.isEmpty ? Texts.Online.hasNone : Texts.Online.found(found.count)))
      html.element(.ul, .classes("online")) { html in
        for (book, owned) in found { html.element(.li) { row(book, owned, &$0) } }
      }
      let isbn = (try? ISBN(text)) == nil ? "" : text
      html.element(.p) { $0.link(Texts.Online.addByHand, to: context.address("add", query: [("isbn", isbn)])) }
    }
  }

  private func row(_ book: OnlineBook, _ owned: Book.ID?, _ html: inout HTMLWriter) {
    html.element(.div) { html in
      html.element(.strong, text: book.title)
      let facts = [
        book.authors.isEmpty ? nil : Texts.by(Array(book.authors.prefix(5))), book.year.map(String.init),
        book.pages.map(Texts.pages),
      ].compactMap(\.self)
      html.element(.small, text: facts.joined(separator: " · "))
    }
    if let owned {
      html.link(Texts.Online.isInCatalog, to: context.book(owned))
    } else {
      html.element(.form, .with(.method, "post"), .action(context.address("add"))) { html in
        html.hidden("online", book.key)
        html.element(
          .button, .with(.type, "submit"), .with(.ariaLabel, Texts.Online.add(book.title)), text: Texts.Action.add)
      }
    }
  }
}

/// The form that searches Open Library.
struct OnlineForm {
  let context: PageContext
  var text = ""

  func write(to html: inout HTMLWriter) {
    html.element(.form, .with(.method, "get"), .action(context.address("online")), .classes("online")) { html in
      html.element(.label, .with(.forID, "online"), text: Texts.Online.search)
      html.void(
        .input, .id("online"), .with(.name, "q"), .with(.type, "search"), .with(.value, text),
        .with(.placeholder, Texts.Online.placeholder), .with(.autocomplete, "off"))
      html.element(.button, .with(.type, "submit"), text: Texts.Action.search)
    }
  }
}
