/// A new name of a custom field, to be applied to queries that use the old one.
struct FieldRenaming {
  let old: String
  let new: String

  /// Returns the query with the field renamed wherever it is used.
  func query(_ text: String) -> String {
    var renamed = text
    for term in QueryParser.Scanner(text).terms().reversed() {
      if let range = term.nameRange, let name = name(text[range]) { renamed.replaceSubrange(range, with: name) }
    }
    return renamed
  }

  /// Returns the name of an order, renamed if it orders by the field.
  func order(_ text: String) -> String {
    let prefix = text.hasPrefix("-") ? "-" : ""
    return name(text.dropFirst(prefix.count)).map { prefix + $0 } ?? text
  }

  /// Returns the saved search with the field renamed; `nil` if the search does not use the field, or if its query would
  /// become too long.
  func search(_ search: SavedSearch) -> SavedSearch? {
    let renamed = SavedSearch(name: search.name, query: query(search.query), order: search.order.map(order))
    return renamed == search || renamed.query.utf8.count > SavedSearch.queryBytes ? nil : renamed
  }

  /// Returns the new spelling of a name in a query; `nil` if the name is not the field's.
  private func name(_ name: Substring) -> String? {
    let prefix = name.lowercased().hasPrefix(BookField.ownPrefix) ? BookField.ownPrefix : ""
    // A newer version may have given the name a meaning in every catalog since the field was created. Without the
    // prefix, it then refers to that.
    let isCommon = BookField(named: old) != nil || QueryParser.names.contains(old.lowercased())
    guard name.dropFirst(prefix.count).lowercased() == old.lowercased(), !prefix.isEmpty || !isCommon else {
      return nil
    }
    return prefix + new
  }
}
