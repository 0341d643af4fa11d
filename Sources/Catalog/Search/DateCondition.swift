/// A condition on the time of an event, such as `finished:2024` or `added:last-month`.
struct DateCondition: Equatable, Sendable {
  /// The event that a query names.
  enum Event: String, CaseIterable, Sendable {
    /// A reading of the book ended or began; any reading counts.
    case finished, started
    /// The book was added to the catalog.
    case added
    /// The displayed values of the book last changed.
    case changed
  }

  let event: Event
  let days: DayCondition

  /// True if the books that the condition matches depend on the current day.
  var isRelative: Bool { days.isRelative }

  /// Returns the condition with relative days resolved for a given day.
  func on(_ today: PartialDate) -> DateCondition {
    DateCondition(event: event, days: days.range(on: today).map(DayCondition.init) ?? days)
  }

  /// The index lookup for the condition. Requires resolved days.
  var indexed: IndexedBooks {
    guard let range = days.range(on: nil) else { return .any([]) }
    return switch event {
    case .finished: Self.readings(.finishedIn, range)
    case .started: Self.readings(.startedIn, range)
    case .added: Self.rows("added_at", range)
    case .changed: Self.rows("changed_at", range)
    }
  }

  private static func readings(_ kind: PostingKind, _ range: DayRange) -> IndexedBooks {
    .postings(range.days.map { ReadingTerms.keys(kind, $0) } ?? [])
  }

  private static func rows(_ column: String, _ range: DayRange) -> IndexedBooks {
    let moments = range.moments
    let condition = "\(column) >= ? AND \(column) < ?"
    return .rows(
      .init(BookFilter(condition: condition, values: [.integer(moments.lowerBound), .integer(moments.upperBound)])))
  }

  /// Returns true if a book meets the condition. Agrees with ``indexed``.
  func contains(_ book: Book) -> Bool {
    guard let range = days.range(on: nil) else { return false }
    return switch event {
    case .finished: book.dates(of: .finished).contains(where: range.contains)
    case .started: book.dates(of: .started).contains(where: range.contains)
    case .added: range.moments.contains(book.added.milliseconds)
    case .changed: range.moments.contains(book.changed.milliseconds)
    }
  }
}

extension Book {
  /// Returns the dates on which readings of the book ended or began.
  fileprivate func dates(of event: DateCondition.Event) -> [PartialDate] {
    event == .finished
      ? earlierReadings.compactMap(\.finished) + [finished].compactMap(\.self)
      : earlierReadings.compactMap(\.started) + [started].compactMap(\.self)
  }
}
