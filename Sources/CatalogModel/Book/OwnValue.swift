/// A record's value for a user-defined field. The field is identified by its name, because a source does not know the
/// catalog's fields. If the source belongs to the user, missing fields are created. Values from other sources are
/// ignored.
public struct OwnValue: Hashable, Sendable {
  /// The name of the field.
  public let name: String
  /// The kind of values that the field holds.
  public let kind: OwnField.Kind
  /// The choices for creating a field of kind ``OwnField/Kind/choice``.
  public let choices: [String]
  /// The value; `nil` if the record gives the field no value.
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
