import CatalogModel
import FoundationEssentials

/// What the pages that were read tell of when a book was read. A book is taken as a hundred parts, since its pages are others
/// with each size of letters.
///
/// A reading is finished once it has been in four fifths of the parts, one of the last six among them: notes and advertisements
/// at the end are part of nobody's reading. It ended on the day on which it last came to a part that it had not been in. Who
/// begins anew a week or later reads the book again; so does, for the first time, who had not come far.
struct PageReadings {
  /// A reading, in seconds since 1970.
  private struct Course {
    var start: Int64
    /// When it last came to a part that it had not been in.
    var progress: Int64
    var last: Int64
    var seconds: Int64 = 0
    /// The parts that it was in, a bit each.
    var parts: (low: UInt64, high: UInt64) = (0, 0)

    var count: Int { parts.low.nonzeroBitCount + parts.high.nonzeroBitCount }
    /// Whether nobody would say so of less: who looks what a book is reads none.
    var isReading: Bool { seconds >= PageReadings.glance }
    var isFar: Bool { isReading && count >= PageReadings.beginning }
    var isFinished: Bool {
      isReading && count >= PageReadings.most && parts.high >> UInt64(PageReadings.end - 64) != 0
    }

    /// - Returns: whether it had not been there.
    mutating func take(part: Int) -> Bool {
      let bit = UInt64(1) << UInt64(part & 63)
      let isNew = (part < 64 ? parts.low : parts.high) & bit == 0
      if part < 64 { parts.low |= bit } else { parts.high |= bit }
      return isNew
    }
  }

  /// Parts, of a hundred: where a book begins, how many are most of it, where its end begins.
  private static let (beginning, most, end) = (10, 80, 94)
  /// Seconds on its pages that are none.
  private static let glance: Int64 = 120
  /// Seconds after which a return to the beginning is another reading: a week.
  private static let pause: Int64 = 7 * 86_400
  /// Seconds after which a book that others were read since is left off: a quarter of a year.
  private static let leftOff: Int64 = 91 * 86_400
  /// What clocks of devices say that were set: from 2000 to 2100.
  private static let times: Range<Int64> = 946_684_800..<4_102_444_800
  /// How many readings are kept.
  private static let limit = 200
  private static let pageLimit: Int64 = 10_000_000

  private var ended: [Course] = []
  private var course: Course?

  /// Takes in that a page was read; pages come in the order of their times. What cannot be is passed over.
  ///
  /// - Returns: whether it was taken in.
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
    course.last = max(course.last, time)
    course.seconds += min(max(0, seconds), 86_400)
    self.course = course
    return true
  }

  /// When a page was read last, in seconds since 1970.
  var last: Int64? { course?.last }

  /// The readings that are told: of those behind the first the last one from the beginning of the book on.
  private var courses: [Course] {
    guard let course, course.isReading, ended.isEmpty || course.isFar else { return ended }
    return ended + [course]
  }

  /// How far the user is with the book; `nil` where it was not read.
  ///
  /// - Parameter now: when any page of any book was read last.
  func state(now: Int64) -> ReadState? {
    guard let course = courses.last else { return nil }
    if course.isFinished { return .read }
    return now - course.last >= Self.leftOff ? .paused : .reading
  }

  /// All readings, the last one behind the others: its outcome is of no account where it is not ended.
  var readings: [Reading] {
    courses.map { course in
      Reading(started: Self.day(course.start), finished: course.isFinished ? Self.day(course.progress) : nil)
    }
  }

  private static func day(_ seconds: Int64) -> PartialDate {
    PartialDate.day(at: Date(timeIntervalSince1970: Double(seconds)))
  }
}
