import Catalog
import Platform

/// The controls above a list of books: filters, order, view, and changes to several books. Below them are the terms of
/// the query, which can be removed one by one.
struct ListTools {
  let context: PageContext
  let list: ListParameters
  let query: BookQuery
  /// The number of books in the list.
  let count: Int

  private var isWall: Bool { context.request.look == .wall }

  func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("tools")) { html in
      html.element(
        .button, .with(.type, "button"), .with(.popovertarget, FacetList.id), .classes("filter"),
        text: Texts.List.filter)
      sorting(&html)
      html.element(.nav, .classes("looks"), .with(.ariaLabel, Texts.List.view)) { html in
        for (name, look) in [(Texts.List.list, ListLook.list), (Texts.List.covers, .wall)] {
          let address = context.address("", query: list.items + [("view", look.rawValue)])
          if context.request.look == look {
            html.link(name, to: address, .with(.ariaCurrent, "true"))
          } else {
            html.link(name, to: address)
          }
        }
      }
      if context.mayChange, count > 0 { changes(&html) }
    }
    chips(&html)
  }

  private func sorting(_ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "get"), .action(context.address("")), .classes("sort")) { html in
      for item in [("q", list.query), ("view", context["view"])] where !item.1.isEmpty {
        html.hidden(item.0, item.1)
      }
      html.element(.label, .with(.forID, "sort"), text: Texts.List.sortBy)
      html.element(.select, .id("sort"), .with(.name, "sort")) { html in
        for order in offers {
          let attribute = order.name == list.sort ? [HTMLAttribute.with(.selected, "selected")] : []
          html.option(order.words, value: order.name, attribute)
        }
      }
      html.element(.button, .with(.type, "submit"), text: Texts.List.sort)
    }
  }

  /// The orders of the menu. A header of the table may have chosen another order, which is then added.
  private var offers: [ListOrders.Offer] {
    let offers = ListOrders.offered(ranked: query.isRanked, own: context.view.own)
    if offers.contains(where: { $0.name == list.sort }) { return offers }
    return offers + [ListOrders.Offer(name: list.sort, words: query.order.label)]
  }

  /// Writes the menu that changes the selected rows, or all books of the list.
  private func changes(_ html: inout HTMLWriter) {
    html.element(
      .button, .with(.type, "button"), .with(.popovertarget, "changes"), .classes("menu"), text: Texts.Action.edit)
    html.element(.div, .id("changes"), .with(.popover, "auto"), .classes("popup")) { html in
      if !isWall {
        html.element(
          .form, .id(BookRows.selection), .with(.method, "post"), .action(context.address("edit", query: list.items))
        ) { html in
          html.hidden(BulkEdit.selected, "1")
          html.element(.button, .with(.type, "submit"), text: Texts.List.editSelected)
        }
      }
      html.link(
        Texts.List.editAll(count, isResult: !list.query.isEmpty),
        to: context.address("edit", query: [("q", list.query)]))
    }
  }

  /// Writes the terms of the query. Each is a link to the list without it.
  private func chips(_ html: inout HTMLWriter) {
    let parts = query.parts
    html.element(.div, .classes("chips"), .with(.role, "group"), .with(.ariaLabel, Texts.List.terms)) { html in
      for part in parts {
        html.element(.a, .href(address(part.rest)), .with(.title, Texts.List.removeTerm)) { html in
          html.text(QueryLabel.label(of: part.text))
          html.text(" ")
          html.element(.span, .hidden, text: "×")
        }
      }
      if parts.count > 1 { html.link(Texts.List.clearAll, to: address(""), .classes("clear")) }
    }
  }

  private func address(_ query: String) -> PageAddress {
    context.address(of: ListParameters(query: query, sort: list.sort))
  }
}
