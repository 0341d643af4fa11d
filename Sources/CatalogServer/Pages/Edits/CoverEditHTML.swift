import Catalog
import CatalogSources

/// The form for replacing the cover, on the page of a book.
struct CoverEditHTML {
  let context: PageContext
  let book: Book

  func write(to html: inout HTMLWriter) throws {
    guard context.mayEdit, let cover = try context.view.ownCover(of: book.id) else { return }
    let seen = context.coverMark(cover, of: book.id)
    if let failure = context.coverFailure(of: cover) { write(failure, of: cover, to: &html) }
    html.element(.details, .classes("newcover")) { html in
      html.element(.summary, text: Texts.Covers.another)
      FileForm.write(
        to: context.address("book", String(book.id), "cover"), label: Texts.Covers.image,
        accepts: "image/jpeg,image/png,image/webp,image/gif", button: Texts.Covers.useImage, &html
      ) { $0.hidden(OwnCover.seen, seen) }
      html.link(Texts.Covers.ofAnotherEdition, to: context.address("book", String(book.id), "covers"))
      guard cover.address != nil else { return }
      html.element(
        .form, .with(.method, "post"), .action(context.address("book", String(book.id), "cover", "remove"))
      ) { html in
        html.hidden(OwnCover.seen, seen)
        html.element(.button, .with(.type, "submit"), text: Texts.Covers.none)
      }
    }
  }

  private func write(_ failure: CoverFailure, of cover: OwnCover, to html: inout HTMLWriter) {
    let host = (cover.address.flatMap { try? HTTPOrigin(of: $0) })?.host ?? Texts.Covers.web
    html.element(.p) { html in
      html.element(.small) { html in
        html.sentence(Texts.Covers.failed(at: host, cause: failure.cause)) { $0.time(failure.retry) }
      }
    }
  }
}
