/// The readings of a book, decided from the statements of the user and of the user's own sources.
///
/// They depend only on these statements, not on the order of arrival, and no source overwrites the user's statement.
/// docs/design/readings.md explains the rules.
package struct Readings: Hashable, Sendable {
  /// The party whose statement is shown: the user or a source.
  package enum Teller: Hashable, Sendable {
    case user
    /// A source, identified by the index of its ``ReadingWord``.
    case word(Int)
  }

  /// A statement about a reading that is hidden or shown with changes.
  package struct Untold: Hashable, Sendable {
    /// The reason why a statement is not shown.
    package enum Reason: Hashable, Sendable {
      /// Another party's statement about the same reading is shown.
      case sameReading(Teller)
      /// The user changed or removed this reading.
      case replaced
      /// Statements by other parties contain more information than this read state.
      case lessKnown
      /// The statement has a first day, but its state means that no reading has begun.
      case notBegun
    }

    /// The index of the ``ReadingWord`` that contains the statement.
    package let word: Int
    package let state: ReadState
    package var started: PartialDate?
    package var finished: PartialDate?
    package let reason: Reason
    /// True if the statement contradicts an earlier statement by the user.
    package var contradictsUser = false
  }

  /// The current read state, with the days of the current reading.
  package private(set) var current = CurrentReading()
  /// The readings before the current one, in the order of their ends, with undated readings last.
  package private(set) var earlier: [Reading] = []
  /// The party that the current state comes from; `nil` if there are no statements.
  package private(set) var teller: Teller?
  /// The statements that are hidden or shown with changes, in the order of the sources.
  package private(set) var untold: [Untold] = []

  /// Decides the readings of a book.
  ///
  /// - Parameters:
  ///   - words: The sources' statements, in order of precedence. If several statements about one reading are equally
  ///     precise, the first of them is shown. The order never affects the number of readings.
  ///   - user: The user's statement.
  /// - Complexity: Quadratic in the number of readings for which only a month or a year is known. At most 200 readings
  ///   of each source are compared.
  package init(_ words: [ReadingWord], user: UsersReadingWord? = nil) {
    self = ReadingDecision(words, user: user).readings
  }

  init(
    current: CurrentReading, earlier: [Reading], teller: Teller?, untold: [Untold]
  ) {
    (self.current, self.earlier, self.teller, self.untold) = (current, earlier, teller, untold)
  }
}
