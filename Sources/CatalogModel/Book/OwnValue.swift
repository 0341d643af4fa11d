/// What a record says of a field that the user makes. By the field's name: a source knows no catalog. A source of the
/// user's own makes the field in the catalog where it is missing; of any other source such values are left alone.
public struct OwnValue: Hashable, Sendable {
  /// What the field is called.
  public let name: String
  /// What it holds.
  public let kind: OwnField.Kind
  /// Of ``OwnField/Kind/choice`` the words that a new field gets.
  public let choices: [String]
  /// The value; `nil` where the record says that there is none.
  public let value: FieldValue?

  /// A value of its parts.
  public init(_ name: String, _ kind: OwnField.Kind, choices: [String] = [], _ value: FieldValue?) {
    (self.name, self.kind, self.choices, self.value) = (name, kind, choices, value)
  }

  /// The value as it is compared and stored.
  ///
  /// - Throws: ``InvalidValue`` for a name that no field can have, or a value that is not of the kind.
  package func canonical() throws -> OwnValue {
    let name = try OwnField.checked(name: name)
    let value = try value.flatMap { value in
      value.isEmpty ? nil : try kind.fieldKind.canonical(value, subject: name)
    }
    return OwnValue(name, kind, choices: try OwnField.checked(choices: choices, of: kind), value)
  }

  /// A value whose text ``FieldValue/storedText`` wrote.
  package init(_ name: String, _ kind: OwnField.Kind, choices: [String], stored: String?) {
    self.init(name, kind, choices: choices, stored.flatMap(FieldDefinition.own(kind).decode))
  }

  /// A value by a text as files have it; `nil` for one that is not of the kind.
  package init?(_ name: String, _ kind: OwnField.Kind, choices: [String] = [], of text: String) {
    guard let value = try? kind.fieldKind.value(of: text, subject: name) else { return nil }
    self.init(name, kind, choices: choices, value)
  }
}
