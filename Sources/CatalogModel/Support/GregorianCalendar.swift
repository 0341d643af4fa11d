/// The Gregorian calendar, also for the days before there was one (ISO 8601). The year 0 is 1 BC.
enum GregorianCalendar {
  /// How many days a month has, 1 to 12.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The number of days from the beginning of 1970 to that of a month, in the proleptic calendar.
  ///
  /// - Parameter year: −8,000 or later.
  static func daysSince1970(month: Int, of year: Int) -> Int {
    // In a year that begins in March the leap day is the last one. 400 years always have 146,097 days, by which years
    // before 0 are moved to where division rounds down.
    let marchYear = (month > 2 ? year : year - 1) + 8_400
    let months = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    // Months from March on have 153 days in each five; 719,468 days lie between March 1st of the year 0 and 1970.
    return marchYear * 365 + leapDays + (153 * months + 2) / 5 - 719_468 - 8_400 / 400 * 146_097
  }
}
