import CatalogModel
import FoundationEssentials

/// Writes readings in one line, for tests: `gr read 2020-01-05..2020-02-01 @2020-03-01; before: abandoned ..2018, read
/// x2`.
///
/// A line begins with a party, followed by its state, the days of the reading, and the day of the statement. Unknown
/// days are left out. The user's line has the readings that they replaced as a third part: `; replaced: read ..2020`.
package enum ReadingNotation {
  /// Returns the statements of sources, one per line. A name such as `gr/2` is a second record of the source `gr`.
  package static func words(_ lines: [String]) throws -> [ReadingStatement] {
    var sources: [Substring: Int64] = [:]
    return try lines.filter { !$0.hasPrefix("user ") }.map { line in
      let parts = try Parts(line)
      let name = parts.party.prefix { $0 != "/" }
      let source = sources[name] ?? Int64(sources.count + 1)
      sources[name] = source
      return ReadingStatement(
        source: source, state: parts.current.state, started: parts.current.started, finished: parts.current.finished,
        earlier: parts.before ?? [], statedOn: parts.stated)
    }
  }

  /// Returns the user's statement if one of the lines is theirs.
  package static func user(_ lines: [String]) throws -> UserReadingStatement? {
    guard let line = lines.first(where: { $0.hasPrefix("user ") }) else { return nil }
    let parts = try Parts(line)
    return UserReadingStatement(
      current: parts.current, earlier: parts.before, replaced: parts.replaced,
      statedOn: try parts.stated ?? PartialDate("2000-01-01"))
  }

  /// Returns the resulting readings, without a party.
  package static func text(_ readings: Readings) -> String {
    let current = readings.current
    let now = text(current.state, current.started, current.finished)
    if readings.earlier.isEmpty { return now }
    let earlier = readings.earlier.map {
      text($0.outcome, $0.started, $0.finished) + ($0.times > 1 ? " x\($0.times)" : "")
    }
    return "\(now); before: \(earlier.joined(separator: ", "))"
  }

  private static func text(_ state: ReadState, _ started: PartialDate?, _ finished: PartialDate?) -> String {
    if started == nil, finished == nil { return state.rawValue }
    return "\(state) \(started?.description ?? "")..\(finished?.description ?? "")"
  }

  /// A line that is not valid in the notation.
  package struct Problem: Error {
    package let line: String
  }

  private struct Parts {
    let party: String
    let current: CurrentReading
    var stated: PartialDate?
    var before: [Reading]?
    var replaced: [Reading] = []

    init(_ line: String) throws {
      let sections = line.split(separator: "; ")
      guard var words = sections.first?.split(separator: " ")[...], words.count > 1 else { throw Problem(line: line) }
      party = String(words.removeFirst())
      if let last = words.last, last.hasPrefix("@") {
        stated = try PartialDate(String(last.dropFirst()))
        words.removeLast()
      }
      let reading = try Self.reading(words, line)
      current = CurrentReading(reading.outcome, started: reading.started, finished: reading.finished)
      for section in sections.dropFirst() {
        guard let colon = section.firstRange(of: ": ") else { throw Problem(line: line) }
        let readings = try section[colon.upperBound...].split(separator: ", ").map {
          try Self.reading($0.split(separator: " ")[...], line)
        }
        if section.hasPrefix("before") { before = readings } else { replaced = readings }
      }
    }

    private static func reading(_ words: ArraySlice<Substring>, _ line: String) throws -> Reading {
      guard let state = words.first.flatMap({ ReadState(rawValue: String($0)) }) else { throw Problem(line: line) }
      var reading = Reading(outcome: state)
      for word in words.dropFirst() {
        if word.hasPrefix("x"), let times = Int(word.dropFirst()) {
          reading.times = times
        } else if let dots = word.firstRange(of: "..") {
          let (start, end) = (word[..<dots.lowerBound], word[dots.upperBound...])
          reading.started = start.isEmpty ? nil : try PartialDate(String(start))
          reading.finished = end.isEmpty ? nil : try PartialDate(String(end))
        } else {
          throw Problem(line: line)
        }
      }
      return reading
    }
  }
}
