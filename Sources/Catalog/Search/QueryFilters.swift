extension BookQuery {
  /// Returns the names of the filters, which can precede a colon in a query, as `tag` does in `tag:sf`. Built-in
  /// filters come first, in alphabetical order. They are followed by custom fields whose names can be used as filters,
  /// in the order in which the fields were created.
  public static func filters(with fields: OwnFields = OwnFields()) -> [String] {
    QueryParser.names.sorted()
      + fields.shown.map(\.name).filter { QueryParser.Scanner("\($0):1").terms().map(\.field) == [$0.lowercased()] }
  }

  /// Returns words that can follow the colon of a filter. The list is complete for the filters `is`, `format`, `has`
  /// and `no`, and for custom fields that are a choice or a flag. For date filters, the list contains the words that
  /// are accepted in addition to dates. For filters that accept any text, it is empty.
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
