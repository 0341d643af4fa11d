import CatalogModel
import FoundationEssentials

/// Derives readings of a book from the pages that were read. A book is divided into a hundred parts, because its page
/// count changes with the font size.
///
/// A reading is finished once it has covered four fifths of the parts, including one of the last six, because readers
/// skip notes and advertisements at the end. It ended on the day on which it last reached a new part. If the reader
/// returns to the beginning of the book after a week or more, another reading follows a finished reading, or replaces a
/// reading that did not get far.
struct PageReadings {
  /// A reading. Times are in seconds since 1970.
  private struct Course {
    var start: Int64
    /// The time at which the reading last reached a new part.
    var progress: Int64
    var last: Int64
    var seconds: Int64 = 0
    /// The parts that the reading has covered, one bit for each part.
    var parts: (low: UInt64, high: UInt64) = (0, 0)

    var count: Int { parts.low.nonzeroBitCount + parts.high.nonzeroBitCount }
    /// True if the time spent on the book is long enough for a reading. A shorter time is only a glance at the book.
    var isReading: Bool { seconds >= PageReadings.glance }
    var isFar: Bool { isReading && count >= PageReadings.beginning }
    var isFinished: Bool {
      isReading && count >= PageReadings.finishedMinimum && parts.high >> UInt64(PageReadings.end - 64) != 0
    }

    /// Marks a part as covered.
    ///
    /// - Returns: True if the part is new to this reading.
    mutating func take(part: Int) -> Bool {
      let bit = UInt64(1) << UInt64(part & 63)
      let isNew = (part < 64 ? parts.low : parts.high) & bit == 0
      if part < 64 { parts.low |= bit } else { parts.high |= bit }
      return isNew
    }
  }

  /// The length of a book's beginning, the minimum extent of a finished reading, and the start of a book's end, in
  /// hundredths of the book.
  private static let (beginning, finishedMinimum, end) = (10, 80, 94)
  /// The minimum duration of a reading in seconds. A shorter time is only a glance at the book.
  private static let glance: Int64 = 120
  /// The number of seconds after which a return to the beginning starts another reading: a week.
  private static let pause: Int64 = 7 * 86_400
  /// The number of seconds without reading after which an unfinished book is paused, if other books were read since: a
  /// quarter of a year.
  private static let leftOff: Int64 = 91 * 86_400
  /// The plausible times of a device's clock: from 2000 to 2100. Other times come from clocks that were not set.
  private static let times: Range<Int64> = 946_684_800..<4_102_444_800
  /// The maximum number of readings that are kept.
  private static let limit = 200
  private static let pageLimit: Int64 = 10_000_000

  /// The maximum number of days whose positions are kept. Earlier days are dropped.
  private static let positionLimit = 100

  private var ended: [Course] = []
  private var course: Course?
  /// The last page that was read on each day, in hundredths of a percent of the book, and the time at which it was
  /// read.
  private var lastPages: [(day: PartialDate, time: Int64, part: Int64)] = []

  /// Adds a page that was read. Pages must come in chronological order. Implausible values are skipped.
  ///
  /// - Returns: True if the page was added.
  @discardableResult
  mutating func take(page: Int64, of pages: Int64, at time: Int64, seconds: Int64) -> Bool {
    guard (1...Self.pageLimit).contains(pages), (1...pages).contains(page), Self.times.contains(time) else {
      return false
    }
    let parts = Int((page - 1) * 100 / pages)...Int((page * 100 - 1) / pages)
    var course = self.course ?? Course(start: time, progress: time, last: time)
    if parts.lowerBound < Self.beginning, time - course.last >= Self.pause, course.isFinished || !course.isFar {
      if course.isFinished, ended.count < Self.limit { ended.append(course) }
      course = Course(start: time, progress: time, last: time)
    }
    for part in parts where course.take(part: part) { course.progress = time }
    note(page * 10_000 / pages, at: time)
    course.last = max(course.last, time)
    course.seconds += min(max(0, seconds), 86_400)
    self.course = course
    return true
  }

  /// Notes the last page that was read on a day.
  private mutating func note(_ part: Int64, at time: Int64) {
    // In every time zone, days begin at a quarter of an hour, so another conversion to a day is rarely necessary.
    let last = lastPages.last
    let day = last.flatMap { $0.time / 900 == time / 900 ? $0.day : nil } ?? Self.day(time)
    if last?.day == day { lastPages.removeLast() }
    lastPages.append((day, time, part))
    if lastPages.count > Self.positionLimit { lastPages.removeFirst() }
  }

  /// The time at which a page was last read, in seconds since 1970.
  var last: Int64? { course?.last }

  /// The readings to report. If earlier readings exist, the current reading is included only once it has passed the
  /// beginning of the book.
  private var courses: [Course] {
    guard let course, course.isReading, ended.isEmpty || course.isFar else { return ended }
    return ended + [course]
  }

  /// Returns the read state of the book, or `nil` if it was not read.
  ///
  /// - Parameter now: The time at which any page of any book was last read.
  func state(now: Int64) -> ReadState? {
    guard let course = courses.last else { return nil }
    if course.isFinished { return .read }
    return now - course.last >= Self.leftOff ? .paused : .reading
  }

  /// All readings in chronological order. The outcome of the last reading has no meaning if that reading has not ended.
  var readings: [Reading] {
    courses.map { course in
      Reading(started: Self.day(course.start), finished: course.isFinished ? Self.day(course.progress) : nil)
    }
  }

  /// The position at the end of each day of reading, for the last hundred of these days. Empty if the book was only
  /// glanced at.
  var positions: [ReadingPosition] {
    guard !courses.isEmpty else { return [] }
    return lastPages.map { page in
      ReadingPosition(.percent(Double(page.part) / 100), on: page.day, origin: .device)
    }
  }

  private static func day(_ seconds: Int64) -> PartialDate {
    PartialDate.day(at: Date(timeIntervalSince1970: Double(seconds)))
  }
}
