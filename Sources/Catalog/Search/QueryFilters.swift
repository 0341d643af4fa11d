extension BookQuery {
  /// What may stand before a colon in a query, such as `tag` in `tag:sf`: what every catalog can be asked by, in alphabetical
  /// order, and the fields of the user's own that can be named so, in the order in which they were made.
  public static func filters(with fields: OwnFields = OwnFields()) -> [String] {
    QueryParser.names.sorted()
      + fields.shown.map(\.name).filter { QueryParser.Scanner("\($0):1").terms().map(\.field) == [$0.lowercased()] }
  }

  /// The words that may stand behind the colon of a filter: all of `is`, `format`, `has` and `no`, and of a choice or a flag of
  /// the user's own; of filters of days those that go beside days. Empty of filters of any value.
  ///
  /// - Parameters:
  ///   - filter: its name, in letters of either case.
  ///   - fields: those of the user's own.
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
