/// A source of books that is read repeatedly, such as a feed or a server.
///
/// A source keeps no state and makes no decisions: it returns the records after a given position. ``SyncEngine``
/// decides which position to request, which parts of the answer to store, and what follows from it.
///
/// ```swift
/// struct News: BookSource {
///   let name = "news"
///   func page(_ request: SourceRequest) async throws -> SourceAnswer {
///     .page(SourcePage(records: [SourceRecord("1") { $0.title = "News" }], cursor: "1", isLast: true))
///   }
/// }
/// ```
public protocol BookSource: Sendable {
  /// The name of the source in reports and events: one word of 1 to 64 visible characters without “/”, in canonical
  /// form (NFC).
  ///
  /// Together with ``kind``, it identifies the source at an engine's first refresh. If the user renames the source
  /// later, the engine keeps refreshing it.
  var name: String { get }
  /// The number of the source in the catalog (``CatalogSource/id``), if this object was made from a source of the
  /// catalog. Only the source with this number is refreshed, even if it was renamed and another source now has the
  /// earlier name.
  var sourceID: CatalogSource.ID? { get }
  /// The kind of source: `CatalogSource.Kind.app`, unless other programs can refresh the source, too. If a source of
  /// another kind has the same name, the catalog appends a number to the name of this source.
  var kind: CatalogSource.Kind { get }
  /// The version of the rules for reading records, starting at 1.
  ///
  /// After an increase, the next refresh reads the source once from the beginning, without a cursor or validators, and
  /// retries unusable records. Differences that come from the new rules do not count as changes by the source: they
  /// cause no conflicts, and a book that still shows the same values is not counted as updated.
  var decoderVersion: Int { get }

  /// Returns the records after a position.
  ///
  /// - Throws: ``SourceFailure``, or any other error that prevents an answer. The position then stays the same, and the
  ///   next refresh requests it again. `CancellationError` if the task was cancelled.
  func page(_ request: SourceRequest) async throws -> SourceAnswer

  /// Reads an unusable record again, from its stored payload.
  ///
  /// - Parameter payload: The bytes of the record, as the source delivered them.
  /// - Returns: The record; `nil` if the source cannot read a single record.
  /// - Throws: The reason why the record is still unusable.
  func record(from payload: [UInt8]) throws -> SourceRecord?
}

extension BookSource {
  /// No number. The source is identified by its name and kind.
  public var sourceID: CatalogSource.ID? { nil }

  /// The kind of an app's own source.
  public var kind: CatalogSource.Kind { .app }

  /// The first version.
  public var decoderVersion: Int { 1 }

  /// Returns `nil`: by default, a source cannot read a single record.
  public func record(from payload: [UInt8]) throws -> SourceRecord? { nil }
}
