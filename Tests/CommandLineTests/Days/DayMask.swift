import Catalog
import FoundationEssentials

/// A mask for the differences between two runs of one day: the path of the sandbox, times, and the UUIDs of new books.
/// Each replacement is as long as the original, so tables and line breaks stay as a user sees them.
struct DayMask {
  /// The last component of the sandbox's path, a UUID.
  private let folder: [Character]
  private let began = PartialDate.day(at: Date()).description

  /// - Parameter folder: The path of the sandbox.
  init(folder: String) { self.folder = Array(folder.suffix(36)) }

  func masked(_ text: String) -> String {
    var characters = Array(text)
    Self.hide(in: &characters, count: folder.count) { folder[$0] == $1 }
    // Books of the catalog get UUIDs of version 7.
    Self.hide(in: &characters, count: 36) { index, character in
      switch index {
      case 8, 13, 18, 23: character == "-"
      case 14: character == "7"
      default: character.isHexDigit
      }
    }
    var text = String(characters)
    // The date may change while the script runs.
    for day in Set([began, PartialDate.day(at: Date()).description]) {
      guard let pattern = try? Regex(day + #"T\d\d:\d\d:\d\d(\.\d+)?Z"#) else { continue }
      text.replace(pattern, with: "yyyy-mm-ddThh:mm:ss.000Z")
      guard let pattern = try? Regex(day + #" \d\d:\d\d"#) else { continue }
      text.replace(pattern, with: "yyyy-mm-dd hh:mm")
      text.replace(day, with: "yyyy-mm-dd")
    }
    return Self.withoutAges(text)
  }

  /// Returns a history in which every step has just been made. On a busy machine a step may be minutes old by the time
  /// it is listed.
  private static func withoutAges(_ text: String) -> String {
    var column: Range<Int>?
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if let header = line.firstMatch(of: /^ *STEP {2}(TIME +)STATE {2}/) {
        column =
          line.distance(
            from: line.startIndex, to: header.1.startIndex)..<line.distance(
            from: line.startIndex, to: header.1.endIndex)
      }
      guard let column, line.count > column.upperBound else { return String(line) }
      let (before, cell) = (line.prefix(column.lowerBound), line.dropFirst(column.lowerBound).prefix(column.count))
      let rest = line.dropFirst(column.upperBound)
      if cell.hasPrefix("TIME ") { return before + "TIME      " + rest }
      return cell.contains(/^(just now|\d+ min ago) +$/) ? before + "just now  " + rest : String(line)
    }.joined(separator: "\n")
  }

  /// Masks parts of the given length, including those broken at the end of a line.
  private static func hide(in text: inout [Character], count: Int, _ isPart: (Int, Character) -> Bool) {
    for start in text.indices where isPart(0, text[start]) {
      var indices: [Int] = []
      var index: Int? = start
      while indices.count < count, let here = index, text.indices.contains(here) {
        if isPart(indices.count, text[here]) {
          indices.append(here)
          index = here + 1
        } else {
          index = text[here] == "\n" && !indices.isEmpty ? continuation(of: start, below: here, in: text) : nil
        }
      }
      guard indices.count == count else { continue }
      for index in indices where text[index].isHexDigit { text[index] = "0" }
    }
  }

  /// Returns the index at which a text continues on the next line. In the preview this is to the right of its border.
  private static func continuation(of start: Int, below end: Int, in text: [Character]) -> Int? {
    let line = text[..<start].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    var next = text[(end + 1)...].prefix { $0 != "\n" }
    if text[line..<start].contains("│") { next = next.drop { $0 != "│" }.dropFirst() }
    return next.firstIndex { $0 != " " }
  }
}
