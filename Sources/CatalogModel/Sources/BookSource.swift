/// A place that books come from and that is asked again and again: the samples, a feed, a server.
///
/// A source has no memory and no opinion: it answers a question about a position. What the position is, what is stored of
/// the answer and what follows from it, ``SyncEngine`` decides.
public protocol BookSource: Sendable {
  /// What the source calls itself in reports and events. The catalog knows it by this name and its kind when an engine asks
  /// it for the first time, and from then on that engine asks for the same source, whatever it is called by then.
  /// One word of 1 to 64 visible characters without “/”, as it is stored: in canonical form (NFC).
  var name: String { get }
  /// Its number in the catalog (``CatalogSource/id``), where it was made of a source that the catalog knows. Then that one is
  /// refreshed and no other, though it was given another name since, or the name another source.
  var sourceID: CatalogSource.ID? { get }
  /// What sort of source it is: `CatalogSource.Kind.app`, unless it speaks what another program can refresh, too.
  /// Another sort that has the name already makes the catalog put a number behind it.
  var kind: CatalogSource.Kind { get }
  /// The version of the rules by which it reads records, from 1 on. When it has risen, the next refresh reads the source
  /// from its beginning, once, with neither a cursor nor validators, and what could not be used is read again. What newer
  /// rules make of a record is no change of the source's: where a book shows nothing else it is not counted as updated, and
  /// no conflict comes of it.
  var decoderVersion: Int { get }

  /// The records behind a position.
  ///
  /// - Throws: ``SourceFailure``, or whatever else keeps the source from answering; the position stays, and the next
  ///   refresh asks again. `CancellationError` when the task was cancelled.
  func page(_ request: SourceRequest) async throws -> SourceAnswer

  /// Reads a record again that could not be used, from what was kept of it.
  ///
  /// - Parameter payload: the ``SourceItem`` as the source gave it.
  /// - Returns: `nil` where the source cannot read a record by itself.
  /// - Throws: why it still cannot be used.
  func record(from payload: [UInt8]) throws -> SourceRecord?
}

extension BookSource {
  /// A source that is known by its name.
  public var sourceID: CatalogSource.ID? { nil }

  /// An app's own.
  public var kind: CatalogSource.Kind { .app }

  /// The first version.
  public var decoderVersion: Int { 1 }

  /// A source that keeps nothing of what it could not use has nothing to read again.
  public func record(from payload: [UInt8]) throws -> SourceRecord? { nil }
}
