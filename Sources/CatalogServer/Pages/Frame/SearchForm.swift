/// The field that searches the books, in the head of each page.
struct SearchForm {
  /// The address of the list.
  let address: PageAddress
  var query = ""
  /// The parameters of the list that the search keeps.
  var kept: [(name: String, value: String)] = []
  /// True if the page contains the help (``SearchHelp``).
  var hasHelp = false

  func write(to html: inout HTMLWriter) {
    html.element(.form, .with(.role, "search"), .with(.method, "get"), .action(address)) { html in
      html.element(.label, .with(.forID, "q"), .classes("unseen"), text: "Search the books")
      html.void(
        .input, .id("q"), .with(.name, "q"), .with(.type, "search"), .with(.value, query),
        .with(.placeholder, "Search books"), .with(.autocomplete, "off"), .with(.enterkeyhint, "search"))
      for (name, value) in kept where !value.isEmpty { html.hidden(name, value) }
      if hasHelp {
        html.element(
          .button, .with(.type, "button"), .with(.popovertarget, SearchHelp.id), .with(.ariaLabel, "Search help"),
          .with(.title, "How to search"), .classes("help"), text: "?")
      }
      html.element(.button, .with(.type, "submit"), text: "Search")
    }
  }
}
