import FoundationEssentials

/// How large a value may be. What is larger is refused with a line that says so: a title of a megabyte is a mistake.
enum FieldLimits {
  /// UTF-8 bytes of a text of one line: title, name, publisher, series.
  static let lineBytes = 2_000
  static let tagBytes = 200
  static let languageBytes = 35
  static let notesBytes = 1_048_576
  static let listItems = 500
  package static let pages = 1...100_000
  package static let seriesNumber = 0.0...100_000.0
  package static let rating = 0.0...5.0
  package static let ratingsCount = 0...1_000_000_000_000
}

extension BookField {
  /// Brings a value into the canonical form in which it is compared and stored; `nil` is no value.
  ///
  /// - Throws: ``InvalidValue`` when the field cannot hold it: an empty title, a rating of 7, a title of a megabyte.
  package func canonical(_ value: FieldValue?) throws -> FieldValue? {
    guard let value, !value.isEmpty else {
      if isClearable { return nil }
      throw InvalidValue(rawValue, "", self == .title ? "a book needs a title" : "it cannot be empty")
    }
    switch (self, value) {
    case (.title, .text(let text)), (.publisher, .text(let text)), (.series, .text(let text)):
      return try .text(line(text, limit: FieldLimits.lineBytes))
    case (.language, .text(let text)):
      return try .text(line(text, limit: FieldLimits.languageBytes))
    case (.notes, .text(let text)):
      return try .text(checked(text.canonicalText(), limit: FieldLimits.notesBytes))
    case (.authors, .list(let names)):
      return try .list(items(names, limit: FieldLimits.lineBytes))
    case (.tags, .list(let tags)):
      return try .list(items(tags, limit: FieldLimits.tagBytes).sorted())
    case (.pages, .integer(let number)):
      return try .integer(checked(number, in: FieldLimits.pages))
    case (.ratingsCount, .integer(let number)):
      return try .integer(checked(number, in: FieldLimits.ratingsCount))
    case (.seriesNumber, .decimal(let number)):
      return try .decimal(checked(number, in: FieldLimits.seriesNumber))
    case (.averageRating, .decimal(let number)):
      return try .decimal(checked(number, in: FieldLimits.rating))
    case (.rating, .decimal(let number)):
      let rating = try checked(number, in: FieldLimits.rating)
      return rating == 0 ? nil : .decimal(rating)
    case (.isbn, .isbn), (.published, .date), (.started, .date), (.finished, .date), (.readState, .readState),
      (.added, .instant):
      return value
    default:
      throw InvalidValue(rawValue, value.description, "that is not a value for this field")
    }
  }

  private func line(_ text: String, limit: Int) throws -> String {
    let canonical = text.canonicalLine()
    if canonical.isEmpty { throw InvalidValue(rawValue, text, "it holds nothing but white space") }
    return try checked(canonical, limit: limit)
  }

  private func checked(_ text: String, limit: Int) throws -> String {
    guard text.utf8.count <= limit else {
      throw InvalidValue(rawValue, text, "it has \(text.utf8.count.spoken) bytes, the limit is \(limit.spoken)")
    }
    guard !text.utf8.contains(0) else { throw InvalidValue(rawValue, text, "it holds a NUL character") }
    return text
  }

  private func items(_ given: [String], limit: Int) throws -> [String] {
    var seen = Set<String>()
    let items = try given.filter { !$0.trimmed().isEmpty }.map { try line($0, limit: limit) }
      .filter { seen.insert($0).inserted }
    guard items.count <= FieldLimits.listItems else {
      throw InvalidValue(rawValue, "\(items.count.spoken) entries", "the limit is \(FieldLimits.listItems.spoken)")
    }
    return items
  }

  private func checked(_ number: Int, in range: ClosedRange<Int>) throws -> Int {
    guard range.contains(number) else {
      throw InvalidValue(
        rawValue, String(number), "it goes from \(range.lowerBound.spoken) to \(range.upperBound.spoken)")
    }
    return number
  }

  /// Numbers keep two decimals, which is as fine as any service gives them.
  private func checked(_ number: Double, in range: ClosedRange<Double>) throws -> Double {
    guard number.isFinite, range.contains(number) else {
      let limits = "it goes from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
      throw InvalidValue(rawValue, number.shortest, limits)
    }
    return (number * 100).rounded() / 100
  }
}

extension FieldValue {
  package var isEmpty: Bool {
    switch self {
    case .text(let text): text.trimmed().isEmpty
    case .list(let items): items.allSatisfy { $0.trimmed().isEmpty }
    default: false
    }
  }
}
