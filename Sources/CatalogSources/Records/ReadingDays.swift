import CatalogModel

/// The dates of a reading, as other programs write them in tables.
struct ReadingDays: Equatable {
  let started: PartialDate?
  let finished: PartialDate?
  /// True if the reading was abandoned.
  private var isStopped = false

  /// Parses the dates of a reading.
  ///
  /// - Parameter text: A start and an end date, `2023/01/02-2023/01/20`; an end date alone, `2023/01/20`; or
  ///   `start|end`, in which a time may follow each date. A third date is the date on which the reading was abandoned.
  init(_ text: String) {
    if text.contains("|") {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      started = Self.day(parts[0])
      finished = parts.count > 1 ? Self.day(parts[1]) : nil
      // The third part may also be a reading time, which other programs write here.
      isStopped = parts.count > 2 && parts[2].contains("-") && Self.day(parts[2]) != nil
      return
    }
    let parts =
      text.contains("/") ? text.split(separator: "-", omittingEmptySubsequences: false).map(String.init) : [text]
    started = parts.count == 2 ? Self.day(parts[0]) : nil
    finished = parts.last.flatMap(Self.day)
  }

  /// Returns the readings in a cell, separated by commas or semicolons.
  static func all(in cell: String) -> [ReadingDays] {
    cell.split { $0 == "," || $0 == ";" }.map { ReadingDays(String($0).trimmed()) }
  }

  /// The state in which the reading ended.
  var outcome: ReadState { isStopped ? .abandoned : finished == nil ? .paused : .read }

  /// The last known date of the reading, in a form that can be compared.
  var latest: [Int] { (finished ?? started).map { [$0.year, $0.month ?? 0, $0.day ?? 0] } ?? [] }

  private static func day(_ text: String) -> PartialDate? {
    try? PartialDate(String(text.trimmed().prefix { $0 != "T" && $0 != " " }))
  }
}
