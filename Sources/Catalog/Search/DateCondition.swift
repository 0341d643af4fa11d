/// What a query asks of a time: `finished:2024`, `added:last-month`.
struct DateCondition: Equatable, Sendable {
  /// What happened then, as it is typed.
  enum Event: String, CaseIterable, Sendable {
    /// A reading ended, or began: any of the book.
    case finished, started
    /// The book came into the catalog.
    case added
    /// What it shows changed last.
    case changed
  }

  let event: Event
  let days: DayCondition

  /// Whether other books may pass on another day.
  var isRelative: Bool { days.isRelative }

  /// The same condition, as it is meant on a day.
  func on(_ today: PartialDate) -> DateCondition {
    DateCondition(event: event, days: days.range(on: today).map(DayCondition.init) ?? days)
  }

  /// How indexes find the books, once it is known which days are meant.
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

  /// Whether a book passes. Agrees with ``indexed``.
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
  /// When readings of the book ended, or began.
  fileprivate func dates(of event: DateCondition.Event) -> [PartialDate] {
    event == .finished
      ? earlierReadings.compactMap(\.finished) + [finished].compactMap(\.self)
      : earlierReadings.compactMap(\.started) + [started].compactMap(\.self)
  }
}
