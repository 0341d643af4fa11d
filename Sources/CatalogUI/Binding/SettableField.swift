import Catalog
import FoundationEssentials

/// A field of a book that a ``Binding`` can be to: how its value is read, and how it is said to the catalog.
public struct SettableField<Value: Equatable & Sendable>: Sendable {
  /// The field's name.
  public let field: BookField
  let value: @Sendable (Book) -> Value
  let fieldValue: @Sendable (Value) throws -> FieldValue?

  fileprivate init(
    _ field: BookField, _ value: @escaping @Sendable (Book) -> Value,
    _ fieldValue: @escaping @Sendable (Value) throws -> FieldValue?
  ) {
    (self.field, self.value, self.fieldValue) = (field, value, fieldValue)
  }
}

extension SettableField<String> {
  /// A field as people read and type it; an empty text is no value.
  ///
  /// - Parameter field: any field.
  public init(text field: BookField) {
    self.init(field, { $0[field]?.description ?? "" }, { try $0.isEmpty ? nil : field.value(of: $0) })
  }
}

/// The fields that can be set, each under the name and with the type that it has in ``Book``: a key path such as `\.title`
/// names one.
public struct SettableFields: Sendable {
  /// See ``Book/title``.
  public var title: SettableField<String> { SettableField(.title, \.title) { .text($0) } }
  /// See ``Book/authors``.
  public var authors: SettableField<[String]> { SettableField(.authors, \.authors) { .list($0) } }
  /// See ``Book/isbn``.
  public var isbn: SettableField<ISBN?> { SettableField(.isbn, \.isbn) { $0.map(FieldValue.isbn) } }
  /// See ``Book/pages``.
  public var pages: SettableField<Int?> { SettableField(.pages, \.pages) { $0.map(FieldValue.integer) } }
  /// See ``Book/publisher``.
  public var publisher: SettableField<String?> {
    SettableField(.publisher, \.publisher) { $0.map(FieldValue.text) }
  }
  /// See ``Book/published``.
  public var published: SettableField<PartialDate?> {
    SettableField(.published, \.published) { $0.map(FieldValue.date) }
  }
  /// See ``Book/language``.
  public var language: SettableField<String?> { SettableField(.language, \.language) { $0.map(FieldValue.text) } }
  /// See ``Book/series``.
  public var series: SettableField<String?> { SettableField(.series, \.series) { $0.map(FieldValue.text) } }
  /// See ``Book/seriesNumber``.
  public var seriesNumber: SettableField<Double?> {
    SettableField(.seriesNumber, \.seriesNumber) { $0.map(FieldValue.decimal) }
  }
  /// See ``Book/tags``.
  public var tags: SettableField<[String]> { SettableField(.tags, \.tags) { .list($0) } }
  /// See ``Book/averageRating``.
  public var averageRating: SettableField<Double?> {
    SettableField(.averageRating, \.averageRating) { $0.map(FieldValue.decimal) }
  }
  /// See ``Book/ratingsCount``.
  public var ratingsCount: SettableField<Int?> {
    SettableField(.ratingsCount, \.ratingsCount) { $0.map(FieldValue.integer) }
  }
  /// See ``Book/readState``.
  public var readState: SettableField<ReadState> { SettableField(.readState, \.readState) { .readState($0) } }
  /// See ``Book/started``.
  public var started: SettableField<PartialDate?> {
    SettableField(.started, \.started) { $0.map(FieldValue.date) }
  }
  /// See ``Book/finished``.
  public var finished: SettableField<PartialDate?> {
    SettableField(.finished, \.finished) { $0.map(FieldValue.date) }
  }
  /// See ``Book/rating``.
  public var rating: SettableField<Double?> { SettableField(.rating, \.rating) { $0.map(FieldValue.decimal) } }
  /// See ``Book/notes``.
  public var notes: SettableField<String?> { SettableField(.notes, \.notes) { $0.map(FieldValue.text) } }
  /// See ``Book/added``.
  public var added: SettableField<Date> { SettableField(.added, \.added) { .instant($0) } }
}
