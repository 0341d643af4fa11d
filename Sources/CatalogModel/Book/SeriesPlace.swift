/// A series that a book belongs to, and the book's number in it.
public struct SeriesPlace: Hashable, Codable, Sendable {
  /// The name of the series: one line of at most 2,000 bytes of UTF-8.
  public var name: String
  /// The number, 0 to 100,000, with two decimals; `nil` if it is unknown. 1.5 is between the first and the second book.
  public var number: Double?

  /// Creates a place in a series.
  public init(_ name: String, number: Double? = nil) {
    self.name = name
    self.number = number
  }
}

extension SeriesPlace: FieldRecordConvertible {
  /// The parts of each record in ``BookField/otherSeries``.
  static let parts = [
    FieldPart("name", .line(bytes: FieldLimits.lineBytes), isRequired: true),
    FieldPart("number", .decimal(0...100_000)),
  ]

  package var record: FieldRecord {
    FieldRecord([
      FieldRecord.Part("name", .text(name)), FieldRecord.Part("number", number.map(FieldValue.decimal)),
    ])
  }

  /// Creates a place from a record. Returns `nil` if the record has no name.
  package init?(record: FieldRecord) {
    guard let name = record["name"].text else { return nil }
    self.init(name, number: record["number"].decimal)
  }
}
