/// A source of books that is read repeatedly, such as a feed or a server.
///
/// A source keeps no state and makes no decisions: it returns the records after a given position. ``SyncEngine``
/// decides which position to request, and which parts of the answer to store.
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
  /// At the first refresh by an engine, the name and ``kind`` identify the source in the catalog. If the user renames
  /// the source later, the engine keeps refreshing it.
  var name: String { get }
  /// The source's number in the catalog (``CatalogSource/id``), if this object represents an existing source of the
  /// catalog. The number identifies the source even if the source was renamed and its earlier name was given to another
  /// source.
  var sourceID: CatalogSource.ID? { get }
  /// The kind of source. An app's own source uses `CatalogSource.Kind.app`, unless other programs can also refresh it.
  /// If a source of another kind has the same name, the catalog appends a number to the name of this source.
  var kind: CatalogSource.Kind { get }
  /// The version of the rules for reading records, starting at 1.
  ///
  /// After the version increases, the next refresh reads the source from the beginning, without a cursor or validators,
  /// and retries unusable records. Differences that are due to the new rules do not count as changes by the source.
  /// They cause no conflicts, and a book that still shows the same values is not counted as updated.
  var decoderVersion: Int { get }

  /// Returns the records after the requested position.
  ///
  /// - Throws: ``SourceFailure``, or any other error that prevents an answer. The next refresh then requests the same
  ///   position again. `CancellationError` if the task was cancelled.
  func page(_ request: SourceRequest) async throws -> SourceAnswer

  /// Reads an unusable record again, from its stored payload.
  ///
  /// - Parameter payload: The bytes of the record, as the source delivered them.
  /// - Returns: The record; `nil` if the source cannot read individual records.
  /// - Throws: The reason why the record is still unusable.
  func record(from payload: [UInt8]) throws -> SourceRecord?
}

extension BookSource {
  /// The default is `nil`: the name and the kind identify the source.
  public var sourceID: CatalogSource.ID? { nil }

  /// The default is `CatalogSource.Kind.app`, the kind of an app's own source.
  public var kind: CatalogSource.Kind { .app }

  /// The default is version 1.
  public var decoderVersion: Int { 1 }

  /// Returns `nil` by default, for a source that cannot read individual records.
  public func record(from payload: [UInt8]) throws -> SourceRecord? { nil }
}
