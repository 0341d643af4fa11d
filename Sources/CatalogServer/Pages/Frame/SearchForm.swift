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
      html.element(.label, .with(.forID, "q"), .classes("unseen"), text: Texts.Search.label)
      html.void(
        .input, .id("q"), .with(.name, "q"), .with(.type, "search"), .with(.value, query),
        .with(.placeholder, Texts.Search.placeholder), .with(.autocomplete, "off"), .with(.enterkeyhint, "search"))
      for (name, value) in kept where !value.isEmpty { html.hidden(name, value) }
      if hasHelp {
        html.element(
          .button, .with(.type, "button"), .with(.popovertarget, SearchHelp.id), .with(.ariaLabel, Texts.Search.help),
          .with(.title, Texts.Search.heading), .classes("help"), text: "?")
      }
      html.element(.button, .with(.type, "submit"), text: Texts.Action.search)
    }
  }
}
