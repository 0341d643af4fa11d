/// What a key of the browser can mean. The raw values are the names by which settings call them.
enum BrowserCommand: String, CaseIterable, Sendable {
  // Moving.
  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first, last, expand, collapse, next, previous
  // Finding.
  case search, filter, searches, suggestion, sort, tree, open, pick, file, conflicts
  // Selecting several.
  case select, range, all, drop
  // Changing.
  case rate
  case more = "half-more"
  case less = "half-less"
  case mark, read, tags, title, form, notes, review, add, merge, remove
  case undo, redo
  // Deciding a conflict.
  case mine, theirs
  // The rest.
  case refresh, reload, help, leave, redraw

  /// Whether it changes the catalog, or begins to.
  var changesCatalog: Bool {
    switch self {
    case .rate, .more, .less, .mark, .read, .tags, .title, .form, .notes, .review, .add, .merge, .remove, .undo, .redo,
      .mine, .theirs, .refresh:
      true
    case .up, .down, .pageUp, .pageDown, .first, .last, .expand, .collapse, .next, .previous, .search, .filter,
      .searches, .suggestion, .sort, .tree, .open, .pick, .file, .conflicts, .select, .range, .all, .drop, .reload,
      .help, .leave, .redraw:
      false
    }
  }
}

/// Where the user is: what keys mean depends on it.
enum BrowserPlace: Equatable, Sendable {
  case list, tree
  /// The page of a book.
  case book
  /// What the user and sources say differently.
  case conflicts
  /// Another page of text over the list.
  case text
}
