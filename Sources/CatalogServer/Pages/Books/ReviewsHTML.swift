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
      html.element(.h2, text: Texts.Reviews.heading)
      for review in others {
        html.element(.article) { html in
          html.element(.h3, text: review.person ?? Texts.Reviews.owner)
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
      html.element(.summary, text: book.review == nil ? Texts.Reviews.write : Texts.Reviews.edit)
      html.element(
        .form, .with(.method, "post"), .action(context.book(book.id, in: context.list)), .classes("edit")
      ) { html in
        FieldInput(.review, of: book, own: context.view.own).write(hasSeen: true, to: &html)
        html.element(.p, .classes("buttons")) { $0.element(.button, .with(.type, "submit"), text: Texts.Action.save) }
      }
    }
  }

  private func choice(_ isShown: Bool, _ html: inout HTMLWriter) {
    html.element(
      .form, .with(.method, "post"), .action(context.address("reviews")), .classes("inline")
    ) { html in
      html.element(
        .p, text: isShown ? Texts.Reviews.areShared : Texts.Reviews.arePrivate)
      html.hidden("shown", isShown ? "" : "1")
      html.hidden("back", context.ownAddress.text)
      html.element(
        .button, .with(.type, "submit"),
        text: isShown ? Texts.Reviews.keepPrivate : Texts.Reviews.share)
    }
  }
}
