/// A demand for rows, to be queued by the next batch.
struct FetchDemand: Sendable {
  var books: ArraySlice<Book.ID>
  let priority: FetchPriority
  /// True if a single waiting caller is the only reason for the demand. If the caller leaves, the rows are removed from
  /// the queue. Rows that were in the queue before, or that have been requested again since then, stay.
  var isWaiterOnly = false
  /// True if this is the remainder of a demand that was too long for one batch.
  var isRemainder = false

  init(_ books: [Book.ID], _ priority: FetchPriority, isWaiterOnly: Bool = false) {
    (self.books, self.priority, self.isWaiterOnly) = (books[...], priority, isWaiterOnly)
  }
}

/// The priority of a demand.
enum FetchPriority: Sendable {
  /// A person requests the rows; failed rows are retried.
  case requested
  /// Like `requested`, but the rows are fetched again even if their metadata is known.
  case forced
  /// The rows are, or were, visible.
  case seen
}
