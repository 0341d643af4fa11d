/// The proleptic Gregorian calendar (ISO 8601). The year 0 is 1 BC.
enum GregorianCalendar {
  /// Returns the number of days in a month. The month is given as 1 to 12.
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

  /// Returns the number of days from the beginning of 1970 to the beginning of a month, in the proleptic calendar.
  ///
  /// - Parameter year: The year, −8,000 or later.
  static func daysSince1970(month: Int, of year: Int) -> Int {
    // Years are counted from March, so that the leap day is the last day of a year. Any 400 years have 146,097 days.
    // Adding a multiple of 400 years makes the years before 0 positive, so that division rounds down.
    let marchYear = (month > 2 ? year : year - 1) + 8_400
    let months = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    // From March on, each group of five months has 153 days. From March 1st of the year 0 to 1970 there are 719,468
    // days.
    return marchYear * 365 + leapDays + (153 * months + 2) / 5 - 719_468 - 8_400 / 400 * 146_097
  }
}
