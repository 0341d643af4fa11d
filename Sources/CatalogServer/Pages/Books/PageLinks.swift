import CatalogModel
import Platform

/// The links to the other pages of a list: first, previous, next and last, and a form for any page number.
struct PageLinks {
  let context: PageContext
  /// The query parameters that the addresses of all pages share.
  let items: [(name: String, value: String)]
  /// The page number, from 1.
  let page: Int
  let last: Int

  func write(to html: inout HTMLWriter) {
    guard last > 1 else { return }
    html.element(.nav, .classes("pager"), .with(.ariaLabel, Texts.List.pages)) { html in
      link(Texts.List.first, page > 1 ? 1 : nil, nil, &html)
      link(Texts.List.previous, page > 1 ? min(page - 1, last) : nil, "prev", &html)
      html.element(.form, .with(.method, "get"), .action(context.address(""))) { html in
        for item in items where !item.value.isEmpty {
          html.hidden(item.name, item.value)
        }
        html.element(.label, .with(.forID, "page"), text: Texts.List.page)
        html.void(
          .input, .id("page"), .with(.name, "page"), .with(.type, "number"), .with(.min, "1"),
          .with(.max, String(last)), .with(.value, String(page)))
        html.element(.span, text: Texts.List.ofPages(last))
        html.element(.button, .with(.type, "submit"), text: Texts.List.go)
      }
      link(Texts.List.next, page < last ? page + 1 : nil, "next", &html)
      link(Texts.List.last, page < last ? last : nil, nil, &html)
    }
  }

  /// Writes a link, or only its text if there is no such page.
  private func link(_ words: String, _ page: Int?, _ relation: String?, _ html: inout HTMLWriter) {
    guard let page else { return html.element(.span, .classes("off"), text: words) }
    let address = context.address("", query: items + [("page", page == 1 ? "" : String(page))])
    if let relation {
      html.link(words, to: address, .with(.rel, relation))
    } else {
      html.link(words, to: address)
    }
  }
}
