/// The definition of one field of a book. It determines how commands, files and the catalog handle the field.
///
/// A field is built in or user-defined (``OwnField``). The definition is a class, so that looking it up copies nothing;
/// imports look up a definition for each value.
package final class FieldDefinition: Sendable {
  /// The way in which the search index covers a field.
  package enum Indexing: Equatable, Sendable {
    /// Each word of the field is indexed.
    case words
    /// The value is indexed for conditions such as `year:1965`, or its presence for conditions such as `has:cover`.
    case facet
    /// The value affects the book's rank in search results.
    case rank
  }

  /// The field; `nil` if only the kind of a user-defined field is known.
  package let field: BookField?
  /// The name in the file and in JSON: `readState`.
  package let name: String
  /// The kind of values that the field can hold.
  package let kind: FieldKind
  /// The accepted values, in words for people: `1 to 100,000`.
  package let help: String
  /// True if the field is personal: its values belong to the user.
  package let isPersonal: Bool
  /// True if few books have a value for the field. All such fields share one column.
  package let isDetail: Bool
  /// The reason why the field must have a value, as the second half of a message; `nil` if the field may be empty.
  package let whyRequired: String?
  /// Alternative names that people type, in lower case, without spaces and hyphens.
  package let otherNames: [String]
  /// Alternative JSON keys for the field, used if its main key is missing.
  package let otherKeys: [String]
  /// The column names that other programs' tables use for the field, in lower case with spaces, in order of preference.
  package let columns: [String]
  /// The way in which the search index covers the field; `nil` if the field is not indexed.
  package let indexing: Indexing?

  /// Creates the definition of a built-in field.
  init(
    _ field: BookField, _ name: String, _ kind: FieldKind, help: String, isPersonal: Bool = false,
    isDetail: Bool = false,
    whyRequired: String? = nil,
    otherNames: [String] = [], otherKeys: [String] = [], columns: [String], indexing: Indexing?
  ) {
    self.field = field
    self.name = name
    self.kind = kind
    self.help = help
    self.isPersonal = isPersonal
    self.isDetail = isDetail
    self.whyRequired = whyRequired
    self.otherNames = otherNames
    self.otherKeys = otherKeys
    self.columns = columns
    self.indexing = indexing
  }

  /// The name as it is used in sentences: `read state`. It is computed on demand, because every command needs the
  /// definitions, but few print this name.
  package var words: String {
    guard field?.isOwn == false else { return name }
    return name.reduce(into: "") { words, letter in
      words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)"
    }
  }

  private init(own name: String, _ field: BookField?, _ kind: FieldKind, help: String) {
    self.field = field
    self.name = name
    self.kind = kind
    self.help = help
    isPersonal = true
    isDetail = true
    whyRequired = nil
    otherNames = []
    otherKeys = []
    columns = [name.lowercased()]
    indexing = .facet
  }

  /// Creates the definition of a user-defined field, which is personal and may be empty.
  ///
  /// - Parameters:
  ///   - name: One line of at most 200 bytes that is not the name of a built-in field.
  ///   - help: The accepted values, in words for people.
  ///   - field: The field that is defined.
  /// - Throws: ``InvalidValue`` if the name is not valid, or if two values of the kind would have the same text form.
  package static func own(
    _ name: String, _ kind: FieldKind, help: String = "", field: BookField? = nil
  ) throws -> FieldDefinition {
    let canonical = try FieldText.line(name, limit: FieldLimits.tagBytes, subject: "field")
    guard BookField(named: canonical) == nil else {
      throw InvalidValue("field", name, "a field with that name already exists")
    }
    try kind.check(subject: canonical)
    return FieldDefinition(own: canonical, field, kind, help: help)
  }

  /// Creates the definition of a catalog's user-defined field.
  convenience init(naming field: OwnField) {
    let kind: FieldKind = field.kind == .choice ? .vocabulary(FieldVocabulary(field.choices)) : field.kind.fieldKind
    let help = field.kind == .choice ? field.choices.joined(separator: ", ") : field.kind.help
    self.init(own: field.name, field.field, kind, help: help)
  }

  /// Returns the definition that all user-defined fields of a kind share. It contains neither a name nor choices.
  static func own(_ kind: OwnField.Kind) -> FieldDefinition { ownDefinitions[kind.code] }

  private static let ownDefinitions = OwnField.Kind.allCases.map { kind in
    FieldDefinition(own: BookField.ownPrefix + kind.rawValue, nil, kind.fieldKind, help: kind.help)
  }
}
