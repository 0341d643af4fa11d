/// The help for the search field: examples of queries, which are links.
struct SearchHelp {
  /// The id of the element, for the button that opens it.
  static let id = "search-help"

  private static let examples: [(query: String, meaning: String)] = [
    ("dune herbert", "Both words, anywhere in a book"),
    ("\"the long way\"", "These words next to each other"),
    ("author:herbert", "A field: also title, series, tag, publisher, isbn"),
    ("is:unread -tag:memoir", "Unread, but not tagged “memoir”"),
    ("tag:sf OR tag:fantasy", "One of the two tags"),
    ("rating:4..", "My rating is 4 or more"),
    ("pages:..300", "At most 300 pages"),
    ("year:1990..1999", "First published in the nineties"),
    ("edition:2020..", "This edition is from 2020 or later"),
    ("finished:last-year", "Finished last year"),
    ("no:cover", "Books without a cover"),
  ]

  let context: PageContext

  func write(to html: inout HTMLWriter) {
    html.element(.div, .id(Self.id), .with(.popover, "auto"), .classes("popup")) { html in
      html.element(.h2, text: "How to search")
      html.element(.ul, .classes("examples")) { html in
        for (query, meaning) in Self.examples {
          html.element(.li) { html in
            html.link(query, to: context.search(query))
            html.element(.span, text: meaning)
          }
        }
      }
    }
  }
}
