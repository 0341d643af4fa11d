/// A condition on the date of an event, such as `finished:2024` or `added:last-month`.
struct DateCondition: Equatable, Sendable {
  /// An event whose date can be searched.
  enum Event: String, CaseIterable, Sendable {
    /// The user finished or started reading the book. All readings of the book are considered.
    case finished, started
    /// The book was added to the catalog.
    case added
    /// The shown values of the book changed.
    case changed
  }

  let event: Event
  let days: DayCondition

  /// True if the condition contains relative days such as `last-month`.
  var isRelative: Bool { days.isRelative }

  /// Returns the condition with relative days replaced by absolute days.
  ///
  /// - Parameter today: The day to which relative days refer.
  func on(_ today: PartialDate) -> DateCondition {
    DateCondition(event: event, days: days.range(on: today).map(DayCondition.init) ?? days)
  }

  /// The index lookup for the condition. Relative days must already have been replaced by absolute days.
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

  /// Returns true if a book meets the condition. The result must agree with ``indexed``.
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
  /// Returns the finish dates or the start dates of all readings of the book.
  fileprivate func dates(of event: DateCondition.Event) -> [PartialDate] {
    event == .finished
      ? earlierReadings.compactMap(\.finished) + [finished].compactMap(\.self)
      : earlierReadings.compactMap(\.started) + [started].compactMap(\.self)
  }
}
