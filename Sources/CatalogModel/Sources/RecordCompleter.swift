/// A service that finds books by ISBN or by another key. It supplies titles for rows of an import that contain only a
/// key.
public protocol RecordCompleter: Sendable {
  /// The name of the service, for messages.
  var name: String { get }
  /// The maximum number of records in one request.
  var batch: Int { get }

  /// Returns true if a record has an identifier of a kind that the service supports.
  func knowsKind(of record: SourceRecord) -> Bool

  /// Requests the books that the given records identify.
  func completions(of records: [SourceRecord]) async throws -> [BookDraft?]

  /// Returns the values that are known locally for the books that the given records identify. It is called when the
  /// service cannot be reached, and sends no requests.
  ///
  /// - Returns: The values for each record's book, in the same order; `nil` for a book that is not known locally.
  /// - Throws: ``CatalogError`` if the local data cannot be read.
  func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?]
}

extension RecordCompleter {
  /// Returns `nil` for each record by default: nothing is known locally.
  public func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] { records.map { _ in nil } }
}

/// A scheduler that keeps requests to a host within the host's limits.
public protocol RequestTurns: Sendable {
  /// Performs one request when the limits allow it.
  ///
  /// - Throws: ``SourceFailure`` if the host must not be contacted now, or `CancellationError`. Errors of the request
  ///   are rethrown.
  func perform<Answer: Sendable>(_ request: @Sendable () async throws -> Answer) async throws -> Answer
}
