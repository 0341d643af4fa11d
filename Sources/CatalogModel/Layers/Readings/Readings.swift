/// The readings of a book, decided from the statements of the user's own sources and of the user.
///
/// They are a pure function of these statements: the order of arrival does not matter, and no source overwrites the
/// user's statement. docs/design/readings.md explains the rules.
package struct Readings: Hashable, Sendable {
  /// The party whose statement is shown.
  package enum Teller: Hashable, Sendable {
    case user
    /// A source, by the index of its ``ReadingWord``.
    case word(Int)
  }

  /// A statement that is not shown as it was made.
  package struct Untold: Hashable, Sendable {
    /// The reason why a statement is not shown.
    package enum Reason: Hashable, Sendable {
      /// Another party's statement of the same reading is shown.
      case sameReading(Teller)
      /// The user changed or removed this reading.
      case replaced
      /// Other parties know more about the book than this state says.
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

  /// The current state, with the days of the reading that it describes.
  package private(set) var current = CurrentReading()
  /// The readings before the current one, in the order of their ends, with undated readings last.
  package private(set) var earlier: [Reading] = []
  /// The party that the current state comes from; `nil` if there are no statements.
  package private(set) var teller: Teller?
  /// The statements that are not shown as they were made, in the order of the words.
  package private(set) var untold: [Untold] = []

  /// Decides the readings of a book.
  ///
  /// - Parameters:
  ///   - words: The statements of the sources, in the order of their precedence. If several statements about one
  ///     reading are equally precise, the order decides which statement is shown. The order never changes the number of
  ///     readings.
  ///   - user: The statement of the user.
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
