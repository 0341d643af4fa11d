/// The help for the search field: examples of queries, which are links.
struct SearchHelp {
  /// The id of the element, for the button that opens it.
  static let id = "search-help"

  let context: PageContext

  func write(to html: inout HTMLWriter) {
    html.element(.div, .id(Self.id), .with(.popover, "auto"), .classes("popup")) { html in
      html.element(.h2, text: Texts.Search.heading)
      html.element(.ul, .classes("examples")) { html in
        for (query, meaning) in Texts.Search.examples {
          html.element(.li) { html in
            html.link(query, to: context.search(query))
            html.element(.span, text: meaning)
          }
        }
      }
    }
  }
}
