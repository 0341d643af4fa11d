/// One entry of a field that holds a list of records, such as a contributor. It consists of named parts with values.
public struct FieldRecord: Hashable, Sendable {
  /// One part of the record.
  public struct Part: Hashable, Sendable {
    /// The part's name.
    public let name: String
    /// The value of the part; `nil` if it is absent.
    public let value: FieldValue?

    /// Creates a part.
    public init(_ name: String, _ value: FieldValue?) {
      self.name = name
      self.value = value
    }
  }

  /// The parts of the record. In canonical form, these are all parts that the field defines, in the field's order.
  public let parts: [Part]

  /// Creates a record.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The value of the part with the given name; `nil` if the value or the part is absent.
  public subscript(name: String) -> FieldValue? { parts.first { $0.name == name }?.value }

  /// True if no part has a value.
  package var isEmpty: Bool { parts.allSatisfy { $0.value?.isEmpty ?? true } }

  /// Returns the texts of the parts, with an empty text for each absent value. Absent values at the end are left out.
  package func texts(_ text: (FieldValue) -> String) -> [String] {
    let end = (parts.lastIndex { $0.value != nil } ?? -1) + 1
    return parts[..<end].map { $0.value.map(text) ?? "" }
  }
}

/// A type that can be converted to and from a record, such as a contributor, an identifier or a file.
protocol FieldRecordConvertible {
  /// The record that represents the value.
  var record: FieldRecord { get }

  /// Creates a value from a record. Returns `nil` if a part that the type requires is missing.
  init?(record: FieldRecord)
}
