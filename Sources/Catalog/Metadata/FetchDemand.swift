/// Rows that somebody wants, to be queued by the next batch.
struct FetchDemand: Sendable {
  var books: ArraySlice<Book.ID>
  let priority: FetchPriority
  /// Whether only somebody wants them who waits for them: they leave the queue when that one leaves, where they were not in
  /// it before and nobody else has asked for them since.
  var isWaiterOnly = false
  /// Whether this is what was left of a demand that was too long for one batch.
  var isRemainder = false

  init(_ books: [Book.ID], _ priority: FetchPriority, isWaiterOnly: Bool = false) {
    (self.books, self.priority, self.isWaiterOnly) = (books[...], priority, isWaiterOnly)
  }
}

/// How much a demand is worth.
enum FetchPriority: Sendable {
  /// A person asks for the rows; those that failed are retried.
  case requested
  /// The same, and they are fetched again whatever is known of them.
  case forced
  /// They are, or were, in sight.
  case seen
}
