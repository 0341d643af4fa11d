import Catalog
import CatalogSources

/// The question to the owner whether the server may fetch covers from the web.
struct CoverQuestionHTML {
  let context: PageContext
  /// The reason for the question: which covers are on the web.
  let reason: String

  func write(to html: inout HTMLWriter) {
    html.element(
      .form, .with(.method, "post"), .action(context.address("covers")), .classes("notice")
    ) { html in
      html.element(.p, text: Texts.Covers.question(reason))
      html.hidden("back", context.ownAddress.text)
      html.element(.p, .classes("buttons")) { html in
        html.element(
          .button, .with(.type, "submit"), .with(.name, "fetch"), .with(.value, "true"), text: Texts.Covers.fetch)
        html.element(
          .button, .with(.type, "submit"), .with(.name, "fetch"), .with(.value, ""), text: Texts.Covers.fetchNone)
      }
    }
  }
}
