/// The readings of one book, with what of the book is counted by reading.
package struct BookReadings: Sendable {
  /// The book's number.
  package let id: Book.ID
  /// Its state.
  package let state: ReadState
  /// When the last reading began.
  package let started: PartialDate?
  /// When it ended.
  package let finished: PartialDate?
  /// The readings before it.
  package let earlier: [Reading]
  /// The book's pages; `nil` where they are not known, or cannot be.
  package let pages: Int?

  /// The readings as the catalog's columns have them.
  package init(
    id: Book.ID, state: ReadState, started: PartialDate?, finished: PartialDate?, earlier: [Reading], pages: Int?
  ) {
    self.id = id
    self.state = state
    self.started = started
    self.finished = finished
    self.earlier = earlier
    self.pages = pages.flatMap { Self.possiblePages.contains($0) ? $0 : nil }
  }

  /// Those of a book.
  package init(_ book: Book) {
    self.init(
      id: book.id, state: book.readState, started: book.started, finished: book.finished,
      earlier: book.earlierReadings, pages: book.pages)
  }

  /// Another program may have written any number.
  private static let possiblePages = 1...100_000

  /// The readings that have ended, the first one in front. Of a book that is unread, wanted or being read, the last one has
  /// not, whatever dates it has.
  var ended: [Reading] {
    Reading.outcomes.contains(state)
      ? earlier + [Reading(started: started, finished: finished, outcome: state)] : earlier
  }
}
