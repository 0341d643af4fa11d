import CatalogModel

/// Reads values from Open Library one by one. Anybody may edit them, so any value can occur anywhere. Values that have
/// the wrong type, are too large or absurd are treated as absent; the rest of the record remains usable.
enum OpenLibraryValue {
  /// The maximum length of a description in Unicode scalars. Longer descriptions are cut.
  static let descriptionLength = 20_000
  static let maxSubjects = 100
  /// The maximum length of a subject. A longer subject is left out, since its beginning would be another subject.
  static let subjectLength = 200
  private static let maxAuthors = 50

  static func line(_ value: JSONValue?, of field: BookField) -> String? {
    guard let text = value?.string, case .text(let line)? = try? field.canonical(.text(text)) else { return nil }
    return line
  }

  static func authors(_ value: JSONValue?) -> [String] {
    var names: [String] = []
    for text in texts(value) where names.count < maxAuthors {
      guard case .list(let canonical)? = try? BookField.authors.canonical(.list([text])) else { continue }
      names += canonical.filter { !names.contains($0) }
    }
    return names
  }

  /// Returns a number of pages. The median of several editions may not be an integer.
  static func pages(_ value: JSONValue?) -> Int? {
    guard let number = value?.double, let pages = Int(exactly: number.rounded()),
      case .integer(let canonical)? = try? BookField.pages.canonical(.integer(pages))
    else { return nil }
    return canonical
  }

  static func year(_ value: JSONValue?) -> PartialDate? {
    value?.integer.flatMap { Int(exactly: $0) }.flatMap { try? PartialDate(year: $0) }
  }

  static func averageRating(_ value: JSONValue?) -> Double? {
    guard let number = value?.double, number > 0,
      case .decimal(let rating)? = try? BookField.averageRating.canonical(.decimal(number))
    else { return nil }
    return rating
  }

  static func ratingsCount(_ value: JSONValue?) -> Int? {
    guard let number = value?.integer.flatMap({ Int(exactly: $0) }), number > 0,
      case .integer(let count)? = try? BookField.ratingsCount.canonical(.integer(number))
    else { return nil }
    return count
  }

  static func subjects(_ value: JSONValue?) -> [String] {
    var subjects: [String] = []
    var seen: Set<String> = []
    for text in texts(value) where subjects.count < maxSubjects && text.unicodeScalars.count <= subjectLength {
      let line = text.withoutNUL().canonicalLine()
      if !line.isEmpty, seen.insert(line).inserted { subjects.append(line) }
    }
    return subjects
  }

  /// Returns a longer text, which is either a string or an object such as `{"type": "/type/text", "value": …}`.
  static func description(_ value: JSONValue?) -> String? {
    guard let text = value?.string ?? value?["value"]?.string else { return nil }
    let scalars = text.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: descriptionLength, limitedBy: scalars.endIndex)
    let isCut = end.map { $0 < scalars.endIndex } ?? false
    let canonical = String(text[..<(end ?? text.endIndex)]).withoutNUL().canonicalText()
    return canonical.isEmpty ? nil : canonical + (isCut ? "…" : "")
  }

  /// Returns the number of a cover, or `nil` for -1 and null, which mean that the record has no cover.
  static func cover(_ value: JSONValue?) -> Int64? { value?.integer.flatMap { $0 > 0 ? $0 : nil } }

  static func texts(_ value: JSONValue?) -> [String] { value?.items?.compactMap(\.string) ?? [] }
}

extension String {
  /// Removes NUL, which ends a string in SQLite's shell and C functions.
  fileprivate func withoutNUL() -> String { utf8.contains(0) ? String(unicodeScalars.filter { $0 != "\0" }) : self }
}
