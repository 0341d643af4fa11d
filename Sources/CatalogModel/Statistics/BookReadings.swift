/// The readings of one book, and the values of the book that are counted for each reading, such as its pages.
package struct BookReadings: Sendable {
  /// The book's number.
  package let id: Book.ID
  /// The book's read state.
  package let state: ReadState
  /// The date on which the current reading began.
  package let started: PartialDate?
  /// The date on which the current reading ended.
  package let finished: PartialDate?
  /// The readings before the current one.
  package let earlier: [Reading]
  /// The book's pages; `nil` if they are unknown or out of range.
  package let pages: Int?
  /// The part of the book that was read in the current reading, 0 to 1, and the day on which the reader got there;
  /// `nil` unless the book is being read.
  package let reached: (fraction: Double, day: PartialDate)?

  /// Creates the readings from values of the catalog's columns.
  package init(
    id: Book.ID, state: ReadState, started: PartialDate?, finished: PartialDate?, earlier: [Reading], pages: Int?,
    progress: [ReadingPosition] = []
  ) {
    self.id = id
    self.state = state
    self.started = started
    self.finished = finished
    self.earlier = earlier
    let pages = pages.flatMap { Self.possiblePages.contains($0) ? $0 : nil }
    self.pages = pages
    let last = state.isOpen ? progress.last(ofReadingFrom: started, after: earlier) : nil
    reached = last.flatMap { last in last.place.fraction(pages: pages, minutes: nil).map { ($0, last.day) } }
  }

  /// Creates the readings of a book.
  package init(_ book: Book) {
    self.init(
      id: book.id, state: book.readState, started: book.started, finished: book.finished,
      earlier: book.earlierReadings, pages: book.pages, progress: book.progress)
  }

  /// The valid range for the number of pages. Another program may have stored a number outside this range.
  private static let possiblePages = 1...100_000

  /// The readings that have ended, earliest first. The current reading of a book that is unread, wanted or being read
  /// has not ended, whatever its dates.
  var ended: [Reading] {
    Reading.outcomes.contains(state)
      ? earlier + [Reading(started: started, finished: finished, outcome: state)] : earlier
  }
}
