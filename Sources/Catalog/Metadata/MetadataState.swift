import FoundationEssentials

/// The state of a book's metadata, for display in a list.
public enum MetadataState: Sendable, Equatable {
  /// The metadata was never requested, or was requested only for earlier values of the book.
  case notAsked
  /// The book is queued.
  case waiting
  /// The metadata is being fetched.
  case loading
  /// The metadata is available.
  case loaded(BookMetadata)
  /// The provider does not know the book. The book is looked up again at the given time.
  case notFound(until: Date)
  /// The metadata could not be fetched, for the given reason. It is retried at the given time.
  case failed(String, next: Date)

  /// True if the provider has answered, or the fetch has failed.
  public var isSettled: Bool {
    switch self {
    case .notAsked, .waiting, .loading: false
    case .loaded, .notFound, .failed: true
    }
  }
}

/// An event of a fetcher, sent after the change was committed.
public enum MetadataEvent: Sendable, Equatable {
  /// The state of a book's metadata has changed.
  case row(book: Book.ID, MetadataState)
  /// The provider's host does not respond, or demands a pause. Books wait until the given time; `nil` means until the
  /// settings change.
  case hostWaits(SourceFailure, until: Date?)
  /// The catalog cannot be written. The fetcher retries automatically, and fetches nothing until the catalog is
  /// writable.
  case cannotStore(CatalogError)
}
