import CatalogModel

/// The days of a reading, as tables of other programs have them.
struct ReadingDays: Equatable {
  let started: PartialDate?
  let finished: PartialDate?
  /// Whether it ended before the book did.
  private var isStopped = false

  /// - Parameter text: `2023/01/02-2023/01/20`; `2023/01/20`, which is the day of its end; or `start|end|`, of which each
  ///   may have a time behind the day. A third day is the one on which it was given up.
  init(_ text: String) {
    if text.contains("|") {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      started = Self.day(parts[0])
      finished = parts.count > 1 ? Self.day(parts[1]) : nil
      // Others have the time that it took there.
      isStopped = parts.count > 2 && parts[2].contains("-") && Self.day(parts[2]) != nil
      return
    }
    let parts =
      text.contains("/") ? text.split(separator: "-", omittingEmptySubsequences: false).map(String.init) : [text]
    started = parts.count == 2 ? Self.day(parts[0]) : nil
    finished = parts.last.flatMap(Self.day)
  }

  /// The readings of a cell, divided at commas or semicolons.
  static func all(in cell: String) -> [ReadingDays] {
    cell.split { $0 == "," || $0 == ";" }.map { ReadingDays(String($0).trimmed()) }
  }

  /// How it ended.
  var outcome: ReadState { isStopped ? .abandoned : finished == nil ? .paused : .read }

  /// The last day that is known of it, in a form that can be compared.
  var latest: [Int] { (finished ?? started).map { [$0.year, $0.month ?? 0, $0.day ?? 0] } ?? [] }

  private static func day(_ text: String) -> PartialDate? {
    try? PartialDate(String(text.trimmed().prefix { $0 != "T" && $0 != " " }))
  }
}
