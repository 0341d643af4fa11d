extension BookQuery {
  /// Returns the names of the filters that can precede a colon in a query, such as `tag` in `tag:sf`: first the
  /// built-in filters in alphabetical order, then the custom fields with a usable name, in the order in which they were
  /// created.
  public static func filters(with fields: OwnFields = OwnFields()) -> [String] {
    QueryParser.names.sorted()
      + fields.shown.map(\.name).filter { QueryParser.Scanner("\($0):1").terms().map(\.field) == [$0.lowercased()] }
  }

  /// Returns words that can follow the colon of a filter. The list is complete for `is`, `format`, `has`, `no`, and for
  /// custom fields that are a choice or a flag. For date filters, it contains the words that can be used in addition to
  /// dates. It is empty for filters that accept any value.
  ///
  /// - Parameters:
  ///   - filter: The name of the filter, in upper or lower case.
  ///   - fields: The custom fields of the catalog.
  public static func words(of filter: String, with fields: OwnFields = OwnFields()) -> [String] {
    let name = filter.lowercased()
    if DateCondition.Event(rawValue: name) != nil { return RelativeDays.typedWords }
    switch name {
    case "is": return Query.BookState.typedWords
    case "format": return BookFormat.allCases.map(\.rawValue)
    case "has", "no": return HeldTerms.names + fields.shown.map(\.name)
    default:
      guard !QueryParser.names.contains(name), let field = fields[name] else { return [] }
      return field.kind == .flag ? ["yes", "no"] : field.choices
    }
  }
}
