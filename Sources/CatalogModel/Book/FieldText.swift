import FoundationEssentials

extension BookField {
  /// Reads a value from text as people type it and as tables hold it; an empty text is no value. Lists are divided at
  /// semicolons, so that names may hold commas.
  ///
  /// - Throws: ``InvalidValue`` when the text is not a value of this field.
  public func value(of text: String) throws -> FieldValue? {
    let trimmed = text.trimmed()
    if trimmed.isEmpty { return try canonical(nil) }
    return try canonical(parsed(trimmed))
  }

  private func parsed(_ text: String) throws -> FieldValue {
    switch self {
    case .title, .publisher, .language, .series, .notes:
      return .text(text)
    case .authors, .tags:
      // Scalars: beside a combining mark a semicolon is no `Character` of its own.
      return .list(text.unicodeScalars.split(separator: ";").map(String.init))
    case .isbn:
      return .isbn(try ISBN(text))
    case .published, .started, .finished:
      do { return .date(try PartialDate(text)) } catch let error as InvalidValue {
        throw InvalidValue(rawValue, text, error.reason)
      }
    case .pages, .ratingsCount:
      guard let number = Int(text) else { throw InvalidValue(rawValue, text, "it is not a whole number") }
      return .integer(number)
    case .seriesNumber, .averageRating, .rating:
      guard let number = Double(text), number.isFinite else {
        throw InvalidValue(rawValue, text, "it is not a number")
      }
      return .decimal(number)
    case .readState:
      guard let state = ReadState(rawValue: text.lowercased()) else {
        throw InvalidValue(rawValue, text, "it is one of \(ReadState.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return .readState(state)
    case .added:
      guard let time = Date(rfc3339: text) else {
        throw InvalidValue(rawValue, text, "write a time as 2026-01-31T18:30:00Z")
      }
      return .instant(time)
    }
  }
}
