/// A command of the browser to which keys can be assigned. The raw values are the names used in the settings.
enum BrowserCommand: String, CaseIterable, Sendable {
  // Navigation.
  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first, last, expand, collapse, next, previous
  // Searching and opening.
  case search, filter, searches, suggestion, sort, tree, open, pick, file, conflicts
  // Selecting several books.
  case select, range, all, drop
  // Changing books.
  case rate
  case more = "half-more"
  case less = "half-less"
  case mark, read, tags, title, form, notes, review, add, merge, remove
  case undo, redo
  // Resolving conflicts.
  case mine, theirs
  // Others.
  case refresh, reload, help, leave, redraw

  /// True if the command changes the catalog, or starts an action that changes it.
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

/// The part of the browser that receives typed keys. A key can have a different meaning in each part.
enum BrowserFocus: Equatable, Sendable {
  case list, tree
  /// The page of a book.
  case book
  /// The page that lists conflicts between the user's edits and changes in sources.
  case conflicts
  /// A page of text, such as the help.
  case text
}
