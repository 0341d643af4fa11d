/// The readings of a book, decided from the statements of the user and of the user's own sources.
///
/// They depend only on these statements, not on the order in which the statements arrive. No source overwrites the
/// user's statement. docs/design/readings.md explains the rules.
package struct Readings: Hashable, Sendable {
  /// The origin of the statement that is shown: the user or a source.
  package enum Origin: Hashable, Sendable {
    case user
    /// A source, identified by the index of its ``ReadingStatement``.
    case statement(Int)
  }

  /// A source's statement about a reading that the book shows differently or not at all.
  package struct OverriddenStatement: Hashable, Sendable {
    /// The reason why a statement about a reading is not shown.
    package enum Reason: Hashable, Sendable {
      /// The book shows another statement about the same reading, with the given origin.
      case sameReading(Origin)
      /// The user changed or removed this reading.
      case replaced
      /// Other statements contain more information than this read state.
      case lessKnown
      /// The statement has a first day, but its state means that no reading has begun.
      case notBegun
    }

    /// The index of the ``ReadingStatement`` that contains the statement.
    package let statement: Int
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
  /// The positions that the reader reached, in the order of their days. The positions of all sources are shown, except
  /// those that the user removed.
  package private(set) var progress: [ReadingPosition] = []
  /// The origin of the statement that determines the current state; `nil` if there are no statements.
  package private(set) var origin: Origin?
  /// The sources' statements that are shown differently or not at all, in the order of the sources.
  package private(set) var overridden: [OverriddenStatement] = []

  /// Decides the readings of a book.
  ///
  /// - Parameters:
  ///   - statements: The sources' statements, in order of precedence. If several statements about one reading are
  ///     equally precise, the first of them is shown. The order never affects the number of readings.
  ///   - user: The user's statement.
  /// - Complexity: Quadratic in the number of readings for which only a month or a year is known. At most 200 readings
  ///   of each source are compared.
  package init(_ statements: [ReadingStatement], user: UserReadingStatement? = nil) {
    self = ReadingDecision(statements, user: user).readings
    progress = (user?.progress ?? ProgressChange()).shown(over: statements.flatMap(\.progress))
  }

  init(
    current: CurrentReading, earlier: [Reading], origin: Origin?, overridden: [OverriddenStatement]
  ) {
    (self.current, self.earlier, self.origin, self.overridden) = (current, earlier, origin, overridden)
  }
}
