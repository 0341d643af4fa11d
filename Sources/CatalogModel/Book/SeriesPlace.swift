/// A series besides the first one that a book is in, and the place within it.
public struct SeriesPlace: Hashable, Codable, Sendable {
  /// One line of at most 2,000 bytes of UTF-8.
  public var name: String
  /// 0 to 100,000, with two decimals: 1.5 stands between the first and the second; `nil` where it is not known.
  public var number: Double?

  /// A place in a series of a name.
  public init(_ name: String, number: Double? = nil) {
    self.name = name
    self.number = number
  }
}

extension SeriesPlace: FieldRecordConvertible {
  /// The parts of the field.
  static let parts = [
    FieldPart("name", .line(bytes: FieldLimits.lineBytes), isRequired: true),
    FieldPart("number", .decimal(0...100_000)),
  ]

  package var record: FieldRecord {
    FieldRecord([
      FieldRecord.Part("name", .text(name)), FieldRecord.Part("number", number.map(FieldValue.decimal)),
    ])
  }

  /// Of a record without a name there is no series.
  package init?(record: FieldRecord) {
    guard let name = record["name"].text else { return nil }
    self.init(name, number: record["number"].decimal)
  }
}
