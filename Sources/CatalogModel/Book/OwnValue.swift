/// A record's value for a user-defined field. The field is given by name, because a source does not know the catalog.
/// If the source is one of the user's own, a field that the catalog lacks is created. Values from other sources are
/// ignored.
public struct OwnValue: Hashable, Sendable {
  /// The name of the field.
  public let name: String
  /// The kind of values that the field holds.
  public let kind: OwnField.Kind
  /// The choices that a new field of kind ``OwnField/Kind/choice`` gets.
  public let choices: [String]
  /// The value; `nil` if the record states that there is none.
  public let value: FieldValue?

  /// Creates a value.
  public init(_ name: String, _ kind: OwnField.Kind, choices: [String] = [], _ value: FieldValue?) {
    (self.name, self.kind, self.choices, self.value) = (name, kind, choices, value)
  }

  /// Returns the value in the form in which it is compared and stored.
  ///
  /// - Throws: ``InvalidValue`` if the name is not allowed for a field, or if the value is not of the kind.
  package func canonical() throws -> OwnValue {
    let name = try OwnField.checked(name: name)
    let value = try value.flatMap { value in
      value.isEmpty ? nil : try kind.fieldKind.canonical(value, subject: name)
    }
    return OwnValue(name, kind, choices: try OwnField.checked(choices: choices, of: kind), value)
  }

  /// Creates a value from a text that ``FieldValue/storedText`` returned.
  package init(_ name: String, _ kind: OwnField.Kind, choices: [String], stored: String?) {
    self.init(name, kind, choices: choices, stored.flatMap(FieldDefinition.own(kind).decode))
  }

  /// Creates a value from a text in a file; `nil` if the text is not a value of the kind.
  package init?(_ name: String, _ kind: OwnField.Kind, choices: [String] = [], of text: String) {
    guard let value = try? kind.fieldKind.value(of: text, subject: name) else { return nil }
    self.init(name, kind, choices: choices, value)
  }
}
