import Catalog
import CatalogModel
import Platform

/// The filters beside a list: the facets and the saved searches. At most one facet is open. Only the values of this
/// facet are shown and counted.
struct FacetList {
  /// The id of the element, for the button that opens it on phones.
  static let id = "filters"
  /// The maximum number of values of the open facet.
  private static let maxValues = 12

  let context: PageContext
  let list: ListParameters
  let query: BookQuery

  func write(to html: inout HTMLWriter) throws {
    let opened = BookFacet.all.first { $0.name == context["facet"] }
    let searches = try context.view.savedSearches()
    // On phones, the filters are a drawer. Without the script, it would be closed after a facet was chosen, so the
    // filters are then part of the page.
    let classes = opened == nil ? "facets" : "facets chosen"
    try html.element(
      .aside, .id(Self.id), .with(.popover, "auto"), .classes(classes), .with(.ariaLabel, Texts.List.filterBooks)
    ) { html in
      html.element(.h2, text: Texts.List.filter)
      html.element(
        .button, .with(.type, "button"), .with(.popovertarget, Self.id), .with(.popovertargetaction, "hide"),
        .classes("close"), text: Texts.Action.close)
      try html.element(.ul, .classes("groups")) { html in
        for facet in BookFacet.all {
          try html.element(.li) { html in
            let isOpen = facet == opened
            let address = context.address(
              "", query: list.items + [("view", context["view"]), ("facet", isOpen ? "" : facet.name)])
            if isOpen {
              html.link(facet.label, to: address, .classes("open"), .with(.ariaCurrent, "true"))
              try values(of: facet, &html)
            } else {
              html.link(facet.label, to: address)
            }
          }
        }
      }
      guard !searches.isEmpty else { return }
      html.element(.h2, text: Texts.List.savedSearches)
      html.element(.ul) { html in
        for search in searches {
          html.element(.li) { html in
            html.link(
              search.name,
              to: context.address("", query: [("q", "@" + search.name), ("sort", search.order ?? "")]))
          }
        }
      }
    }
  }

  private func values(of facet: BookFacet, _ html: inout HTMLWriter) throws {
    let (values, total) = try context.view.values(of: facet, in: query)
    FacetValues(context: context, list: list, facet: facet).write(values.prefix(Self.maxValues), to: &html)
    if values.isEmpty { html.element(.p, text: Texts.List.hasNoValues) }
    guard total > Self.maxValues else { return }
    html.link(
      Texts.List.all(total), to: context.address("facets", query: [("q", list.query), ("facet", facet.name)]),
      .classes("more"))
  }
}

/// The values of a facet, each with its number of books, as links that filter the list.
struct FacetValues {
  let context: PageContext
  let list: ListParameters
  let facet: BookFacet

  func write(_ values: some Sequence<BookFacet.Value>, to html: inout HTMLWriter) {
    html.element(.ul, .classes("values")) { html in
      for value in values {
        let query = BookQuery.text(list.query, and: value.condition)
        html.element(.li) { html in
          html.link(
            facet == .state ? ReadState(rawValue: value.words)?.label ?? value.words : value.words,
            to: context.address(
              of: ListParameters(
                query: query, sort: facet == .group(.series) && list.sort.isEmpty ? "series" : list.sort)))
          html.text(" ")
          html.element(.span, .classes("number"), text: value.count.grouped)
        }
      }
    }
  }
}
