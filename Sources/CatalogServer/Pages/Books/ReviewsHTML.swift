import Catalog

/// The reviews of a book that other people share with everyone who has an account, and the button with which the viewer
/// shares their own reviews.
struct ReviewsHTML {
  let context: PageContext
  let book: Book

  func write(to html: inout HTMLWriter) throws {
    let others = try context.view.shownReviews(of: book.id) ?? []
    let isShown = book.review == nil ? nil : try context.view.showsReviews()
    let mayWrite = EditableFields.contains(.review, for: context.view.viewer)
    guard !others.isEmpty || isShown != nil || mayWrite else { return }
    html.element(.section, .classes("reviews")) { html in
      html.element(.h2, text: "Reviews")
      for review in others {
        html.element(.article) { html in
          html.element(.h3, text: review.person ?? "The owner of the catalog")
          html.element(.div, .classes("long")) { $0.paragraphs(review.text) }
        }
      }
      if mayWrite { form(&html) }
      if let isShown { choice(isShown, &html) }
    }
    html.line()
  }

  private func form(_ html: inout HTMLWriter) {
    html.element(.details) { html in
      html.element(.summary, text: book.review == nil ? "Write a review" : "Edit my review")
      html.element(
        .form, .with(.method, "post"), .action(context.book(book.id, in: context.list)), .classes("edit")
      ) { html in
        FieldInput(.review, of: book, own: context.view.own).write(hasSeen: true, to: &html)
        html.element(.p, .classes("buttons")) { $0.element(.button, .with(.type, "submit"), text: "Save") }
      }
    }
  }

  private func choice(_ isShown: Bool, _ html: inout HTMLWriter) {
    html.element(
      .form, .with(.method, "post"), .action(context.address("reviews")), .classes("inline")
    ) { html in
      html.element(
        .p, text: isShown ? "Everyone who has an account can read your reviews." : "Your reviews are private.")
      html.hidden("shown", isShown ? "" : "1")
      html.hidden("back", context.ownAddress.text)
      html.element(
        .button, .with(.type, "submit"),
        text: isShown ? "Keep them to yourself" : "Share them with everyone who has an account")
    }
  }
}
