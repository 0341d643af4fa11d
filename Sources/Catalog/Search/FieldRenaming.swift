/// A new name of a custom field, to be applied to queries that use the old name.
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

  /// Returns the new spelling of a name in a query; `nil` if the name does not refer to the field.
  private func name(_ name: Substring) -> String? {
    let prefix = name.lowercased().hasPrefix(BookField.ownPrefix) ? BookField.ownPrefix : ""
    // Since the field was created, a newer version may have introduced a built-in field or filter with its name.
    // Without the prefix, the name then has the built-in meaning.
    let isCommon = BookField(named: old) != nil || QueryParser.names.contains(old.lowercased())
    guard name.dropFirst(prefix.count).lowercased() == old.lowercased(), !prefix.isEmpty || !isCommon else {
      return nil
    }
    return prefix + new
  }
}
