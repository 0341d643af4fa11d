/// Statistics about a user's reading and about the books in a catalog.
///
/// Only finished readings count. The current reading is finished if the book's state is ``ReadState/read``, and an
/// earlier reading if its ``Reading/outcome`` is ``ReadState/read``. A book that was read twice has two readings, and
/// its pages count twice.
public struct ReadingStatistics: Hashable, Sendable {
  /// The readings that ended in a month or year.
  public struct Period: Hashable, Sendable {
    /// The month or the year.
    public package(set) var date: PartialDate
    /// The number of readings that ended in the period.
    public package(set) var readings: Int
    /// The total number of pages in these readings. Books with an unknown number of pages do not count.
    public package(set) var pages: Int
  }

  /// An author or a language, with the number of its readings or books.
  public struct Share: Hashable, Sendable {
    /// The name of an author, or a three-letter language code (ISO 639-3); `nil` if it is unknown.
    public package(set) var name: String?
    /// The number of readings or books, at least 1.
    public package(set) var count: Int
  }

  /// A book with an extreme value, such as the most pages.
  public struct Measured: Hashable, Sendable {
    /// The book's number.
    public package(set) var id: Book.ID
    /// The book's title.
    public package(set) var title: String
    /// The number of pages, or the number of days that the reading took.
    public package(set) var amount: Int
  }

  /// A summary of ratings: the user's ratings, or the average ratings by other readers.
  public struct Ratings: Hashable, Sendable {
    /// The number of books with a rating.
    public package(set) var count = 0
    /// The mean rating; `nil` if there are no ratings.
    public package(set) var mean: Double?
    /// The number of books for each half star, from a half to five. Other ratings count for the nearest half star.
    public package(set) var halves = [Int](repeating: 0, count: 10)
  }

  /// The durations of readings whose first and last days are known. Both days count, so that a book read in one evening
  /// took one day.
  public struct Durations: Hashable, Sendable {
    /// The number of readings, at least 1.
    public package(set) var count: Int
    /// The mean number of days.
    public package(set) var mean: Double
    /// The median number of days; the mean of the middle two if the number of readings is even.
    public package(set) var median: Double
    /// The reading that took the fewest days.
    public package(set) var quickest: Measured
    /// The reading that took the most days.
    public package(set) var slowest: Measured
  }

  /// The pages read on the days of readings whose first and last days are known. A reading in progress counts up to its
  /// last known position.
  public struct Pace: Hashable, Sendable {
    /// The total number of pages.
    public package(set) var pages = 0
    /// The total number of days. A day on which two books were read counts twice.
    public package(set) var days = 0
    /// The mean number of pages that were read in a book each day.
    public var pagesPerDay: Double { days > 0 ? Double(pages) / Double(days) : 0 }

    /// Counts the pages of a reading, unless its first or last day is unknown.
    mutating func count(_ pages: Int, from first: PartialDate?, through last: PartialDate) {
      guard let first = first?.dayNumber, let last = last.dayNumber, first <= last else { return }
      self.pages += pages
      days += last - first + 1
    }
  }

  /// A run of consecutive days or months.
  public struct Streak: Hashable, Sendable {
    /// The first day or month.
    public package(set) var first: PartialDate
    /// The last day or month.
    public package(set) var last: PartialDate
    /// The number of days or months, at least 1.
    public package(set) var length: Int
  }

  /// The user's reading streaks, of two kinds.
  ///
  /// - **Days** on which a reading was in progress, from its first to its last day, whatever its outcome. A reading
  ///   that is still in progress counts up to today. If only one of the two dates is known to the day, only that day
  ///   counts.
  /// - **Months** of the calendar in which a reading was finished.
  ///
  /// If several streaks are equally long, the latest one is reported. In the statistics of a year, days and months
  /// outside the year do not count.
  public struct Streaks: Hashable, Sendable {
    /// The longest streak of days.
    public package(set) var days: Streak?
    /// The longest streak of months.
    public package(set) var months: Streak?
    /// The current streak of days, which includes today or yesterday. `nil` in the statistics of a year.
    public package(set) var currentDays: Streak?
    /// The current streak of months, which includes this month or the last one. `nil` in the statistics of a year.
    public package(set) var currentMonths: Streak?
  }

  /// The year of the statistics; `nil` for all years.
  public package(set) var year: Int?
  /// The number of books in the catalog.
  public package(set) var books = 0
  /// The number of books in each state; states without books are absent.
  public package(set) var states: [ReadState: Int] = [:]
  /// The number of books that the user owns; `nil` for viewers who may not see this number.
  public package(set) var owned: Int? = 0
  /// The number of owned books that are unread or wanted; `nil` for viewers who may not see this number.
  public package(set) var ownedUnread: Int? = 0

  /// The number of finished readings, in the year or in total.
  public package(set) var readings = 0
  /// The number of different books in the finished readings.
  public package(set) var booksRead = 0
  /// The number of finished readings in which a book was read again.
  public package(set) var rereads = 0
  /// The number of abandoned readings.
  public package(set) var abandoned = 0
  /// The total number of pages in the finished readings. Books with an unknown number of pages do not count.
  public package(set) var pages = 0
  /// The number of finished readings whose book has an unknown number of pages.
  public package(set) var readingsWithoutPages = 0
  /// The number of finished readings, in all years, whose end date is unknown. They may or may not belong to the year.
  public package(set) var undated = 0
  /// The number of finished readings that ended in the year, but in an unknown month. They are missing from
  /// ``periods``.
  public package(set) var withoutMonth = 0
  /// The twelve months of the year or, in statistics of all years, the years from the first to the last finished
  /// reading. Years without readings are left out if they are a hundred or more years before the last year.
  public package(set) var periods: [Period] = []

  /// The user's ratings of the books read in the year, or of all books.
  public package(set) var ratings = Ratings()
  /// The average ratings, by other readers, of the books that ``ratings`` covers.
  public package(set) var averages = Ratings()
  /// The languages of the books that ``ratings`` covers, most frequent first. The unknown language is last.
  public package(set) var languages: [Share] = []
  /// The authors of the books in the finished readings, most read first, limited to the requested number. A book by two
  /// authors counts for both.
  public package(set) var authors: [Share] = []
  /// The book with the most pages in the finished readings. If several books are equally long, this is the one with the
  /// lowest id.
  public package(set) var longest: Measured?
  /// The book with the fewest pages in the finished readings. If several books are equally short, this is the one with
  /// the lowest id.
  public package(set) var shortest: Measured?
  /// The durations of the finished readings; `nil` if no reading has a known first and last day.
  public package(set) var durations: Durations?
  /// The pages read each day; `nil` if no reading has a known first and last day.
  public package(set) var pace: Pace?
  /// The streaks of consecutive days and months.
  public package(set) var streaks = Streaks()

  /// Creates statistics without any books.
  package init(year: Int? = nil) { self.year = year }
}
