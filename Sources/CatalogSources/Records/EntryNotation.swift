import CatalogModel

/// What stands around the entries of a format in a file of their own, such as those that were rejected.
public struct EntryNotation: Sendable {
  /// What such a file begins with.
  let beginning: String
  /// What it ends with.
  let end: String
  /// What stands before and behind each entry.
  let around: (before: String, behind: String)
  /// What makes a comment of a line, for the reason; `nil` in a format without comments.
  let comment: (@Sendable (String) -> String)?

  init(
    beginning: String = "", end: String = "", around: (before: String, behind: String) = ("", ""),
    comment: (@Sendable (String) -> String)? = nil
  ) {
    (self.beginning, self.end, self.around, self.comment) = (beginning, end, around, comment)
  }

  /// An entry by itself, as a file of its own.
  func whole(_ entry: [UInt8]) -> [UInt8] {
    Array((beginning + around.before).utf8) + entry + Array((around.behind + end).utf8)
  }

  /// An entry as it stood, behind the reason why it was rejected.
  func line(_ row: RejectedRow) -> [UInt8] {
    let reason = comment.map { $0(row.reason) } ?? ""
    return Array((reason + around.before).utf8) + row.raw + Array(around.behind.utf8)
  }
}
