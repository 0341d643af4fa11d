/// A copy of a book that the user owns: where it is kept and who has it.
public struct BookCopy: Hashable, Codable, Sendable {
  /// The location of the copy, such as `attic`: one line of at most 200 bytes of UTF-8.
  public var place: String?
  /// The condition of the copy: one line of at most 200 bytes.
  public var condition: String?
  /// The date on which the user got the copy.
  public var acquired: PartialDate?
  /// The price of the copy, with its currency: one line of at most 200 bytes.
  public var price: String?
  /// The person who has the copy now; `nil` while the user has it.
  public var lentTo: String?
  /// The date on which the copy was lent out.
  public var lentSince: PartialDate?
  /// The number of copies that this entry describes, 1 to 10,000.
  public var count: Int

  /// Creates a copy.
  public init(
    place: String? = nil, condition: String? = nil, acquired: PartialDate? = nil, price: String? = nil,
    lentTo: String? = nil, lentSince: PartialDate? = nil, count: Int = 1
  ) {
    self.place = place
    self.condition = condition
    self.acquired = acquired
    self.price = price
    self.lentTo = lentTo
    self.lentSince = lentSince
    self.count = count
  }
}

extension BookCopy: FieldRecordConvertible {
  /// The parts of each record in ``BookField/copies``.
  static let parts = [
    FieldPart("place", .line(bytes: FieldLimits.tagBytes)), FieldPart("condition", .line(bytes: FieldLimits.tagBytes)),
    FieldPart("acquired", .date), FieldPart("price", .line(bytes: FieldLimits.tagBytes)),
    FieldPart("lentTo", .line(bytes: FieldLimits.tagBytes)), FieldPart("lentSince", .date),
    FieldPart("count", .integer(1...10_000)),
  ]

  /// The record that represents the copy. A count of 1 is included only if the copy has no other values, because empty
  /// records are not stored.
  package var record: FieldRecord {
    let isKnown = [place, condition, price, lentTo].contains { $0 != nil } || acquired != nil || lentSince != nil
    return FieldRecord([
      FieldRecord.Part("place", place.map(FieldValue.text)),
      FieldRecord.Part("condition", condition.map(FieldValue.text)),
      FieldRecord.Part("acquired", acquired.map(FieldValue.date)),
      FieldRecord.Part("price", price.map(FieldValue.text)),
      FieldRecord.Part("lentTo", lentTo.map(FieldValue.text)),
      FieldRecord.Part("lentSince", lentSince.map(FieldValue.date)),
      FieldRecord.Part("count", isKnown && count == 1 ? nil : .integer(count)),
    ])
  }

  init?(record: FieldRecord) {
    self.init(
      place: record["place"].text, condition: record["condition"].text, acquired: record["acquired"].date,
      price: record["price"].text, lentTo: record["lentTo"].text, lentSince: record["lentSince"].date,
      count: record["count"].integer ?? 1)
  }
}
