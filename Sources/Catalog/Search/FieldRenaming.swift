/// A change of a custom field's name, which can be applied to queries that use the old name.
struct FieldRenaming {
  let old: String
  let new: String

  /// Returns a query with the field's new name in place of the old one.
  func query(_ text: String) -> String {
    var renamed = text
    for term in QueryParser.Scanner(text).terms().reversed() {
      if let range = term.nameRange, let name = name(text[range]) { renamed.replaceSubrange(range, with: name) }
    }
    return renamed
  }

  /// Returns the name of a book order. If the order sorts by the field, its name contains the field's new name.
  func order(_ text: String) -> String {
    let prefix = text.hasPrefix("-") ? "-" : ""
    return name(text.dropFirst(prefix.count)).map { prefix + $0 } ?? text
  }

  /// Returns a saved search with the field's new name in place of the old one. Returns `nil` if the search does not use
  /// the field, or if its query would become too long.
  func search(_ search: SavedSearch) -> SavedSearch? {
    let renamed = SavedSearch(name: search.name, query: query(search.query), order: search.order.map(order))
    return renamed == search || renamed.query.utf8.count > SavedSearch.queryBytes ? nil : renamed
  }

  /// Returns the text to write in place of a name in a query, or `nil` if the name does not refer to the field.
  private func name(_ name: Substring) -> String? {
    let prefix = name.lowercased().hasPrefix(BookField.ownPrefix) ? BookField.ownPrefix : ""
    // A later version of the program may have added a built-in field or filter with the custom field's old name. In
    // that case, the name refers to the custom field only if the name has the prefix.
    let isCommon = BookField(named: old) != nil || QueryParser.names.contains(old.lowercased())
    guard name.dropFirst(prefix.count).lowercased() == old.lowercased(), !prefix.isEmpty || !isCommon else {
      return nil
    }
    return prefix + new
  }
}
