/// A user-defined field, such as a book's shelf, its price, or the person who recommended it. Its values are personal.
/// A refresh changes a value only if the source belongs to the user and the user has not set the value.
///
/// ```swift
/// let shelf = try await catalog.addField("shelf", .text)
/// try await catalog.edit(book.id) { $0[shelf] = .text("attic") }
/// ```
public struct OwnField: Identifiable, Hashable, Sendable {
  /// The identity of a field, independent of its name.
  public struct ID: NumericID {
    /// The number of the field in its catalog, starting at 1.
    public let rawValue: Int64

    /// See ``NumericID/init(rawValue:)``.
    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }
  }

  /// The kind of values that a field holds.
  public enum Kind: String, CaseIterable, Sendable, Codable {
    /// Text of any number of lines, at most 64 KiB: ``FieldValue/text(_:)``.
    case text
    /// A number with the precision of a `Double`: ``FieldValue/decimal(_:)``.
    case number
    /// A day, a month or a year: ``FieldValue/date(_:)``.
    case date
    /// Yes or no: ``FieldValue/flag(_:)``.
    case flag
    /// Lines in alphabetical order, without duplicates: ``FieldValue/list(_:)``.
    case list
    /// One of the field's ``OwnField/choices``: ``FieldValue/text(_:)``.
    case choice

    /// True if the values are texts, or lists of texts.
    package var hasTexts: Bool { [.text, .list, .choice].contains(self) }
  }

  /// The number of the field in the file.
  public let id: ID
  /// The name as it is typed and shown, at most 200 bytes: letters, digits, hyphens and underscores, preceded by `#` if
  /// the field comes from calibre. It is unique among the fields of the catalog, regardless of case.
  public let name: String
  /// The kind of values that the field holds. It never changes.
  public let kind: Kind
  /// The words that a field of kind ``Kind/choice`` accepts, in order.
  public let choices: [String]
  /// The original name of the field. Sources keep using this name after the field is renamed.
  package let firstName: String
  /// True if the user removed the field. Its values are kept, but nothing shows them.
  package let isRemoved: Bool

  /// The largest valid id of a field.
  package static let largestID: Int64 = 1 << 24
  /// The maximum number of user-defined fields in a catalog.
  public static let limit = 200
  /// The maximum size of a value of kind ``Kind/text`` in UTF-8 bytes.
  package static let textBytes = 65_536

  /// Creates a field of a catalog.
  package init(
    id: ID, name: String, kind: Kind, choices: [String] = [], firstName: String? = nil, isRemoved: Bool = false
  ) {
    (self.id, self.name, self.kind, self.choices) = (id, name, kind, choices)
    (self.firstName, self.isRemoved) = (firstName ?? name, isRemoved)
  }

  /// Returns a copy of the field with the given name and choices. If `isRemoved` is true, the copy is marked as
  /// removed.
  package func with(name: String? = nil, choices: [String]? = nil, isRemoved: Bool = false) -> OwnField {
    OwnField(
      id: id, name: name ?? self.name, kind: kind, choices: choices ?? self.choices, firstName: firstName,
      isRemoved: isRemoved)
  }

  /// The field as a ``BookField``, for reading and changing its value in a book.
  public var field: BookField { .own(id, kind) }

  /// The definition of the field.
  package var definition: FieldDefinition {
    FieldDefinition(naming: self)
  }
}

extension OwnField.Kind {
  /// The index of this kind in `allCases`. A ``BookField`` stores this index.
  var code: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  init?(code: Int) {
    guard Self.allCases.indices.contains(code) else { return nil }
    self = Self.allCases[code]
  }

  /// The ``FieldKind`` of the values. For the kind ``choice``, any line is allowed, because each field has choices of
  /// its own.
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

  /// The accepted values, in words for people.
  package var help: String {
    switch self {
    case .text: "text of any number of lines"
    case .number: "a number"
    case .date: "1965, 1965-08 or 1965-08-01"
    case .flag: "yes or no"
    case .list: "separated by semicolons"
    case .choice: "one of its choices"
    }
  }
}

extension OwnField {
  /// Checks a name for a field, and returns it in canonical form.
  ///
  /// - Throws: ``InvalidValue`` if the name is not allowed for a field.
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
      throw InvalidValue("field", name, "a name may contain only letters, digits, hyphens and underscores")
    }
    guard BookField(named: canonical) == nil, !reserved.contains(canonical.lowercased()) else {
      throw InvalidValue("field", name, "a built-in field or filter has that name")
    }
    return canonical
  }

  /// The reserved names, which have another meaning in queries and files.
  private static let reserved: Set<String> = [
    "id", "uuid", "isbn13", "changed", "reason", "source", "is", "has", "no", "file", "own", "mine", "average", "or",
  ]

  /// Checks the choices of a field, and returns them in canonical form.
  ///
  /// - Throws: ``InvalidValue`` if there are no choices, if a word is too long, or if a word occurs twice.
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
