/// A field that the user made: where a book stands, what it cost, who recommended it. Its values are personal: no refresh
/// changes them, unless it is one of the user's own sources and the user has said nothing.
///
/// ```swift
/// let shelf = try await catalog.addField("shelf", .text)
/// try await catalog.edit(book.id) { $0[shelf] = .text("attic") }
/// ```
public struct OwnField: Identifiable, Hashable, Sendable {
  /// What names a field, whatever it is called.
  public struct ID: NumericID {
    /// The number of the field in its catalog, 1 and up.
    public let rawValue: Int64

    /// See ``NumericID/init(rawValue:)``.
    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// What a field holds.
  public enum Kind: String, CaseIterable, Sendable, Codable {
    /// Text of any number of lines, at most 64 KiB: ``FieldValue/text(_:)``.
    case text
    /// A number, as exact as a `Double`: ``FieldValue/decimal(_:)``.
    case number
    /// A day, a month or a year: ``FieldValue/date(_:)``.
    case date
    /// Yes or no: ``FieldValue/flag(_:)``.
    case flag
    /// Lines in alphabetical order, none twice: ``FieldValue/list(_:)``.
    case list
    /// One of the field's ``OwnField/choices``: ``FieldValue/text(_:)``.
    case choice

    /// Whether its values are texts, or lists of texts.
    package var hasTexts: Bool { [.text, .list, .choice].contains(self) }
  }

  /// The number by which the file has it.
  public let id: ID
  /// The name by which it is typed and shown: letters, digits, hyphens and underscores, with a `#` in front where it
  /// comes from calibre; at most 200 bytes. No other field of the catalog has it, in letters of either case.
  public let name: String
  /// What it holds; that never changes.
  public let kind: Kind
  /// Of ``Kind/choice`` the words of which it holds one, in their order.
  public let choices: [String]
  /// What it was called when it was made, by which sources go on knowing it.
  package let firstName: String
  /// Whether the user removed it: its values are kept, and nothing shows them.
  package let isRemoved: Bool

  /// The largest number a field has.
  package static let largestID: Int64 = 1 << 24
  /// How many fields of one's own a catalog has at most.
  public static let limit = 200
  /// UTF-8 bytes of a text.
  package static let textBytes = 65_536

  /// A field as a catalog has it.
  package init(
    id: ID, name: String, kind: Kind, choices: [String] = [], firstName: String? = nil, isRemoved: Bool = false
  ) {
    (self.id, self.name, self.kind, self.choices) = (id, name, kind, choices)
    (self.firstName, self.isRemoved) = (firstName ?? name, isRemoved)
  }

  /// The field with another name or other choices, or out of sight.
  package func with(name: String? = nil, choices: [String]? = nil, isRemoved: Bool = false) -> OwnField {
    OwnField(
      id: id, name: name ?? self.name, kind: kind, choices: choices ?? self.choices, firstName: firstName,
      isRemoved: isRemoved)
  }

  /// What names it among the fields of a book.
  public var field: BookField { .own(id, kind) }

  /// All that is known of it.
  package var definition: FieldDefinition {
    FieldDefinition(naming: self)
  }
}

extension OwnField.Kind {
  /// The position among all kinds, which ``BookField`` keeps.
  var code: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  init?(code: Int) {
    guard Self.allCases.indices.contains(code) else { return nil }
    self = Self.allCases[code]
  }

  /// What values it can hold. Which words a choice has, the field knows.
  package var fieldKind: FieldKind {
    switch self {
    case .text: .text(bytes: OwnField.textBytes)
    case .number: .number
    case .date: .date
    case .flag: .flag
    case .list: .tags(bytes: FieldLimits.tagBytes)
    case .choice: .line(bytes: FieldLimits.tagBytes)
    }
  }

  /// What it takes, in words for people.
  package var help: String {
    switch self {
    case .text: "text of any number of lines"
    case .number: "a number"
    case .date: "1965, 1965-08 or 1965-08-01"
    case .flag: "yes or no"
    case .list: "separated by semicolons"
    case .choice: "one of its words"
    }
  }
}

extension OwnField {
  /// A name in the form in which a field has it.
  ///
  /// - Throws: ``InvalidValue`` of one that no field can have.
  package static func checked(name: String) throws -> String {
    let canonical = try FieldText.line(name, limit: FieldLimits.tagBytes, subject: "field")
    var letters = canonical.unicodeScalars[...]
    if letters.first == "#" { letters.removeFirst() }
    let isName = letters.allSatisfy { letter in
      letter == "-" || letter == "_" || letter.properties.isAlphabetic
        || letter.properties.generalCategory == .decimalNumber
        || letter.properties.generalCategory == .nonspacingMark
    }
    guard isName, letters.contains(where: { $0 != "-" && $0 != "_" }), letters.first != "-" else {
      throw InvalidValue("field", name, "a name has letters, digits, hyphens and underscores")
    }
    guard BookField(named: canonical) == nil, !reserved.contains(canonical.lowercased()) else {
      throw InvalidValue("field", name, "the catalog has a field of that name")
    }
    return canonical
  }

  /// What queries and files call otherwise.
  private static let reserved: Set<String> = [
    "id", "uuid", "isbn13", "changed", "reason", "source", "is", "has", "no", "file", "own", "mine", "average", "or",
  ]

  /// The words of a choice in the form in which the field has them.
  ///
  /// - Throws: ``InvalidValue`` where there is none, one is too long, or one stands there twice.
  package static func checked(choices: [String], of kind: Kind) throws -> [String] {
    guard kind == .choice else {
      guard choices.isEmpty else {
        throw InvalidValue("choices", choices[0], "only a field of kind choice has choices")
      }
      return []
    }
    guard case .list(let words)? = try FieldKind.choices.canonical(.list(choices), subject: "choices") else {
      return []
    }
    try FieldKind.vocabulary(FieldVocabulary(words)).check(subject: "choices")
    return words
  }
}
