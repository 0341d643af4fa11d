import FoundationEssentials

/// How far a row's metadata is, for a list to show.
public enum MetadataState: Sendable, Equatable {
  /// Nobody asked for it yet, or for what the book is now.
  case notAsked
  /// It waits for its turn.
  case waiting
  /// It is being asked for.
  case loading
  /// It is there.
  case loaded(BookMetadata)
  /// The provider knows nothing of the book; it is asked again then.
  case notFound(until: Date)
  /// It could not be had, and is asked for again then.
  case failed(String, next: Date)

  /// Whether there is an answer, of whatever kind.
  public var isSettled: Bool {
    switch self {
    case .notAsked, .waiting, .loading: false
    case .loaded, .notFound, .failed: true
    }
  }
}

/// An event of a fetcher, told after it was committed.
public enum MetadataEvent: Sendable, Equatable {
  /// A row has come to another state.
  case row(book: Book.ID, MetadataState)
  /// The provider's host does not answer, or does not want to be asked; rows wait, and are asked for from then on.
  /// `nil` says that it waits until its settings change.
  case hostWaits(SourceFailure, until: Date?)
  /// The catalog cannot be written. Nothing is fetched until it can, which is tried again by itself.
  case cannotStore(CatalogError)
}
