/// A service that knows which book a number is: it gives a title to rows of an import that say no more than an ISBN or a key.
public protocol RecordCompleter: Sendable {
  /// The service, as people know it.
  var name: String { get }
  /// How many records it is asked for at a time.
  var batch: Int { get }

  /// Whether a record says a number that the service knows books by.
  func knowsKind(of record: SourceRecord) -> Bool

  /// Asks which books some records are about.
  ///
  /// - Parameter records: 1 to ``batch``, of which each is of a kind that it knows.
  /// - Returns: for each of them, in their order, what is known of its book; `nil` where nothing is.
  /// - Throws: ``SourceFailure`` where nobody answered; `CancellationError`.
  func completions(of records: [SourceRecord]) async throws -> [BookDraft?]

  /// Says which books some records are about where nobody answers.
  ///
  /// - Returns: for each of them, in their order, what is known of its book without asking; `nil` says nothing of whether there
  ///   is such a book.
  /// - Throws: ``CatalogError`` where what is known cannot be read.
  func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?]
}

extension RecordCompleter {
  /// Nothing.
  public func knownOffline(of records: [SourceRecord]) async throws -> [BookDraft?] { records.map { _ in nil } }
}

/// Turns at asking a host, of which there are no more than it allows.
public protocol RequestTurns: Sendable {
  /// Makes one request when its turn has come.
  ///
  /// - Throws: ``SourceFailure`` where the host is not to be asked now; what the request throws; `CancellationError`.
  func perform<Answer: Sendable>(_ request: @Sendable () async throws -> Answer) async throws -> Answer
}
