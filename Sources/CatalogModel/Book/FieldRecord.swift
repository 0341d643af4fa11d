/// One of the records that a field of records holds: values by the names of its parts.
public struct FieldRecord: Hashable, Sendable {
  /// One part of the record.
  public struct Part: Hashable, Sendable {
    /// The part's name.
    public let name: String
    /// The value of the part; `nil` where it is absent.
    public let value: FieldValue?

    /// A part of its name and value.
    public init(_ name: String, _ value: FieldValue?) {
      self.name = name
      self.value = value
    }
  }

  /// In canonical form all that the field has, in its order.
  public let parts: [Part]

  /// A record of its parts.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The value of a part by its name; `nil` where it says nothing.
  public subscript(name: String) -> FieldValue? { parts.first { $0.name == name }?.value }

  /// Whether no part has a value.
  package var isEmpty: Bool { parts.allSatisfy { $0.value?.isEmpty ?? true } }

  /// The texts of its parts, an empty one for each that says nothing; those at the end are left out.
  package func texts(_ text: (FieldValue) -> String) -> [String] {
    let end = (parts.lastIndex { $0.value != nil } ?? -1) + 1
    return parts[..<end].map { $0.value.map(text) ?? "" }
  }
}

/// What a record says, as a type of its own: a contributor, an identifier, a file.
protocol FieldRecordConvertible {
  /// The record that says it.
  var record: FieldRecord { get }

  /// - Returns: `nil` for a record without a part that the type cannot be without.
  init?(record: FieldRecord)
}
