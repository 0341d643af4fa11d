/// Another name of a field of the user's own, for what asks for it by its name.
struct FieldRenaming {
  let old: String
  let new: String

  /// The query with the new name wherever it asks for the field; as it is where it does not.
  func query(_ text: String) -> String {
    var renamed = text
    for term in QueryParser.Scanner(text).terms().reversed() {
      if let range = term.nameRange, let name = name(text[range]) { renamed.replaceSubrange(range, with: name) }
    }
    return renamed
  }

  /// The name of an order with the new name where it goes by the field.
  func order(_ text: String) -> String {
    let sign = text.hasPrefix("-") ? "-" : ""
    return name(text.dropFirst(sign.count)).map { sign + $0 } ?? text
  }

  /// The saved search with the new name; `nil` where it does not ask for the field, or would be too long.
  func search(_ search: SavedSearch) -> SavedSearch? {
    let renamed = SavedSearch(name: search.name, query: query(search.query), order: search.order.map(order))
    return renamed == search || renamed.query.utf8.count > SavedSearch.queryBytes ? nil : renamed
  }

  /// What stands in the place of a name; `nil` where that is not the field's.
  private func name(_ name: Substring) -> String? {
    let prefix = name.lowercased().hasPrefix(BookField.ownPrefix) ? BookField.ownPrefix : ""
    // A name may have come to mean another thing in every catalog since the field was made.
    let isCommon = BookField(named: old) != nil || QueryParser.names.contains(old.lowercased())
    guard name.dropFirst(prefix.count).lowercased() == old.lowercased(), !prefix.isEmpty || !isCommon else {
      return nil
    }
    return prefix + new
  }
}
