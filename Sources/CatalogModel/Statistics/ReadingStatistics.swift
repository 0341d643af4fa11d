/// What was read, and what there is, in numbers: counted from the readings of books. A reading counts where it came to its
/// end: the last one of a book by its state (``ReadState/read``), the earlier ones by ``Reading/outcome``. A book that was
/// read twice has two readings, and its pages count twice.
public struct ReadingStatistics: Hashable, Sendable {
  /// A month of a year, or a year, and the readings that ended then.
  public struct Period: Hashable, Sendable {
    /// The month, or the year.
    public package(set) var date: PartialDate
    /// How many readings ended then.
    public package(set) var readings: Int
    /// The pages of their books, as far as these are known.
    public package(set) var pages: Int
  }

  /// How many there are of one name.
  public struct Share: Hashable, Sendable {
    /// The name of an author, or the code of a language in three letters (ISO 639-3); `nil` where it is not known.
    public package(set) var name: String?
    /// How many, at least 1.
    public package(set) var count: Int
  }

  /// A book that stands out by a number.
  public struct Measured: Hashable, Sendable {
    /// The book's number.
    public package(set) var id: Book.ID
    /// Its title.
    public package(set) var title: String
    /// Its pages, or the days that it took.
    public package(set) var amount: Int
  }

  /// Ratings of books, or others' averages of them.
  public struct Ratings: Hashable, Sendable {
    /// How many books have one.
    public package(set) var count = 0
    /// Their mean; `nil` without any.
    public package(set) var mean: Double?
    /// How many books have each half star, from a half to five: ratings between two count for the nearer one.
    public package(set) var halves = [Int](repeating: 0, count: 10)
  }

  /// How many days books took, of the readings of which both days are known. The day on which a book was begun and the one on
  /// which it was finished count, so that a book of one evening took a day.
  public struct Durations: Hashable, Sendable {
    /// How many readings these are, at least 1.
    public package(set) var count: Int
    /// The mean of their days.
    public package(set) var mean: Double
    /// The days that half of them took at most: of an even number the mean of the two in the middle.
    public package(set) var median: Double
    /// The one that took the fewest days.
    public package(set) var quickest: Measured
    /// The one that took the most.
    public package(set) var slowest: Measured
  }

  /// Days or months that follow each other without a gap.
  public struct Streak: Hashable, Sendable {
    /// The first day, or month.
    public package(set) var first: PartialDate
    /// The last one.
    public package(set) var last: PartialDate
    /// How many days, or months, at least 1.
    public package(set) var length: Int
  }

  /// Streaks, of two kinds.
  ///
  /// - **Days** on each of which a book was under way: from the day on which its reading began to that on which it ended,
  ///   however it ended; of a book that is being read, up to today. Where only one of both is known as a day, that day.
  /// - **Months** of the calendar in each of which a reading came to its end.
  ///
  /// Of streaks of one length it is the latest. In a year, what lies outside of it does not count.
  public struct Streaks: Hashable, Sendable {
    /// The longest one of days.
    public package(set) var days: Streak?
    /// The longest one of months.
    public package(set) var months: Streak?
    /// The one of days that goes on: it reaches today or yesterday. `nil` in a year.
    public package(set) var currentDays: Streak?
    /// The one of months that goes on: it reaches this month or the last one. `nil` in a year.
    public package(set) var currentMonths: Streak?
  }

  /// The year that readings are counted of; `nil` for all of them.
  public package(set) var year: Int?
  /// How many books there are.
  public package(set) var books = 0
  /// How many of them are in each state; none without a book.
  public package(set) var states: [ReadState: Int] = [:]
  /// How many of them the user owns; `nil` for who may not know that.
  public package(set) var owned: Int? = 0
  /// How many of these are unread or wanted; `nil` in the same way.
  public package(set) var ownedUnread: Int? = 0

  /// How many readings ended, in the year or ever.
  public package(set) var readings = 0
  /// Of how many books.
  public package(set) var booksRead = 0
  /// How many of the readings were not the first one of their book.
  public package(set) var rereads = 0
  /// How many readings were left off for good.
  public package(set) var abandoned = 0
  /// The pages of the books, for each reading, as far as these are known.
  public package(set) var pages = 0
  /// How many of the readings are of books whose pages are not known.
  public package(set) var readingsWithoutPages = 0
  /// How many readings of all years do not say when they ended: of a year, any of them may belong to it.
  public package(set) var undated = 0
  /// How many of the year's readings say no month, so that no period has them.
  public package(set) var withoutMonth = 0
  /// The twelve months of the year; else the years from the first to the last one in which a reading ended, of which those
  /// without any are left out where they lie a hundred years before the last one.
  public package(set) var periods: [Period] = []

  /// The user's ratings: of the books that were read in the year; else of all books.
  public package(set) var ratings = Ratings()
  /// Others' averages of the same books.
  public package(set) var averages = Ratings()
  /// The languages of the same books, the most frequent first; what is not known comes last.
  public package(set) var languages: [Share] = []
  /// The authors of the readings, the most read first; as many as were asked for. A book of two authors counts for both.
  public package(set) var authors: [Share] = []
  /// The book with the most pages that was read; the one of the lowest number where several have as many.
  public package(set) var longest: Measured?
  /// The one with the fewest.
  public package(set) var shortest: Measured?
  /// How long readings took; `nil` where of none both days are known.
  public package(set) var durations: Durations?
  /// Days and months without a gap.
  public package(set) var streaks = Streaks()

  /// Of no book.
  package init(year: Int? = nil) { self.year = year }
}
