/// All that is known of one field of a book: what commands, files and the catalog make of it follows from here.
///
/// A field is one that every catalog has, or one that the user made (``OwnField``). A class, so that looking one up copies
/// nothing: imports do so for each value.
package final class FieldDefinition: Sendable {
  /// How the search index has a field.
  package enum Indexing: Equatable, Sendable {
    /// Each of its words.
    case words
    /// Its value, for conditions such as `year:1965`, or that it has one, for `has:cover`.
    case facet
    /// As a part of a book's rank.
    case rank
  }

  /// Which field it is; `nil` for one that the user made, of which only the kind is known.
  package let field: BookField?
  /// The name in the file and in JSON: `readState`.
  package let name: String
  /// What values the field can hold.
  package let kind: FieldKind
  /// What it takes, in words for people: `1 to 100,000`.
  package let help: String
  /// Whether it is the user's own, which no source sets.
  package let isPersonal: Bool
  /// Whether few books have it, so that it stands with others in one column.
  package let isDetail: Bool
  /// Why it cannot be without a value, as the end of a sentence; `nil` where it can.
  package let whyRequired: String?
  /// Other names that people type, in small letters, without spaces and hyphens.
  package let otherNames: [String]
  /// Other keys of JSON that mean the field where it does not have its own.
  package let otherKeys: [String]
  /// The names of columns in tables of other programs, in small letters with spaces; the one to be asked first in front.
  package let columns: [String]
  /// How the search index has it; `nil` where the index does not.
  package let indexing: Indexing?

  /// A field that the catalog has.
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

  /// The name as sentences have it: `read state`. Made when it is asked for: every command needs the definitions, and few
  /// speak of them.
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

  /// A field that the user made: it is personal, and may be empty.
  ///
  /// - Parameters:
  ///   - name: one line of at most 200 bytes, which names no field that every catalog has.
  ///   - help: what it takes, in words for people.
  ///   - field: which one it is.
  /// - Throws: ``InvalidValue`` for another name, or a kind whose values could not be told apart when they are read.
  package static func own(
    _ name: String, _ kind: FieldKind, help: String = "", field: BookField? = nil
  ) throws -> FieldDefinition {
    let canonical = try FieldText.line(name, limit: FieldLimits.tagBytes, subject: "field")
    guard BookField(named: canonical) == nil else {
      throw InvalidValue("field", name, "there is a field of that name")
    }
    try kind.check(subject: canonical)
    return FieldDefinition(own: canonical, field, kind, help: help)
  }

  /// What is known of a field of a catalog.
  convenience init(naming field: OwnField) {
    let kind: FieldKind = field.kind == .choice ? .vocabulary(FieldVocabulary(field.choices)) : field.kind.fieldKind
    let help = field.kind == .choice ? field.choices.joined(separator: ", ") : field.kind.help
    self.init(own: field.name, field.field, kind, help: help)
  }

  /// What is known of fields of a kind that users make, without the catalog that has them.
  static func own(_ kind: OwnField.Kind) -> FieldDefinition { ownDefinitions[kind.code] }

  private static let ownDefinitions = OwnField.Kind.allCases.map { kind in
    FieldDefinition(own: BookField.ownPrefix + kind.rawValue, nil, kind.fieldKind, help: kind.help)
  }
}
