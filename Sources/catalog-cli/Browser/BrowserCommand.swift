/// A command of the browser to which keys can be assigned. The raw values are the names of commands in the settings.
enum BrowserCommand: String, CaseIterable, Sendable {
  // Moving.
  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first, last, expand, collapse, next, previous
  // Finding.
  case search, filter, searches, suggestion, sort, tree, open, pick, file, conflicts
  // Selecting several books.
  case select, range, all, drop
  // Changing.
  case rate
  case more = "half-more"
  case less = "half-less"
  case mark, read, tags, title, form, notes, review, add, merge, remove
  case undo, redo
  // Resolving a conflict.
  case mine, theirs
  // Other commands.
  case refresh, reload, help, leave, redraw

  /// True if the command changes the catalog or starts an action that does.
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

/// The part of the browser that receives the user's keys. It determines the meaning of the keys.
enum BrowserPlace: Equatable, Sendable {
  case list, tree
  /// The page of a book.
  case book
  /// The page of conflicts between the user and sources.
  case conflicts
  /// A page of text, such as the help.
  case text
}
