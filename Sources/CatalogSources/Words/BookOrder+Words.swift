import CatalogModel

extension BookOrder {
  /// The order in words: “by title”, “newest first”.
  package var words: String {
    guard let key else {
      if self == .bestMatch { return "best match first" }
      if self == .finished.descending { return "recently finished" }
      if self == .started.descending { return "recently started" }
      let field = name.drop { $0 == "-" }
      return isDescending ? "by \(field), descending" : "by \(field)"
    }
    return switch (key, isDescending) {
    case (.added, true): "newest first"
    case (.added, false): "oldest first"
    case (.rating, true): "your best first"
    case (.average, true): "best rated first"
    case (.pages, true): "longest first"
    case (.year, false): "first published, oldest first"
    case (.year, true): "first published, latest first"
    case (.edition, false): "this edition, oldest first"
    case (.edition, true): "this edition, latest first"
    case (_, true): "by \(key.rawValue), descending"
    case (_, false): "by \(key.rawValue)"
    }
  }
}
