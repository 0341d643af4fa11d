/// The readings of a book, decided from what several of the user's own sources say and what the user says.
///
/// A pure function of these words: the order in which they arrived plays no part, and no source overwrites what the user
/// said. docs/design/readings.md explains the rules.
package struct Readings: Hashable, Sendable {
  /// The party whose statement is shown.
  package enum Teller: Hashable, Sendable {
    case user
    /// A source, by the index of its word.
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
      /// Others know more about the book than this state says.
      case lessKnown
      /// A first day beside a state that has not begun.
      case notBegun
    }

    /// The index of the word that states it.
    package let word: Int
    package let state: ReadState
    package var started: PartialDate?
    package var finished: PartialDate?
    package let reason: Reason
    /// True if it contradicts what the user said before.
    package var contradictsUser = false
  }

  /// The current state with its days.
  package private(set) var current = CurrentReading()
  /// The readings before it in the order of their ends, those without a day last.
  package private(set) var earlier: [Reading] = []
  /// The party that the current state is taken from; `nil` if nobody says anything.
  package private(set) var teller: Teller?
  /// The statements that are not shown as they were made, in the order of the words.
  package private(set) var untold: [Untold] = []

  /// Decides the readings of a book.
  ///
  /// - Parameters:
  ///   - words: What the sources say, in the order in which sources are asked. The order decides which of several
  ///     statements of one reading is shown if they are equally precise, and never how many readings there are.
  ///   - user: What the user says.
  /// - Complexity: Quadratic in the number of readings of which only a month or a year is known; at most 200 readings of
  ///   a source are compared.
  package init(_ words: [ReadingWord], user: UsersReadingWord? = nil) {
    self = ReadingDecision(words, user: user).readings
  }

  init(
    current: CurrentReading, earlier: [Reading], teller: Teller?, untold: [Untold]
  ) {
    (self.current, self.earlier, self.teller, self.untold) = (current, earlier, teller, untold)
  }
}
