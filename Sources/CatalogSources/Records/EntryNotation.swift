import CatalogModel

/// The text that a format requires around the entries in a file, such as a file of rejected entries.
public struct EntryNotation: Sendable {
  /// The text at the beginning of the file.
  let beginning: String
  /// The text at the end of the file.
  let end: String
  /// The text before and after each entry.
  let around: (before: String, after: String)
  /// Formats a reason as a comment line. `nil` if the format has no comments.
  let comment: (@Sendable (String) -> String)?

  init(
    beginning: String = "", end: String = "", around: (before: String, after: String) = ("", ""),
    comment: (@Sendable (String) -> String)? = nil
  ) {
    (self.beginning, self.end, self.around, self.comment) = (beginning, end, around, comment)
  }

  /// Returns an entry as a complete file.
  func whole(_ entry: [UInt8]) -> [UInt8] {
    Array((beginning + around.before).utf8) + entry + Array((around.after + end).utf8)
  }

  /// Returns a rejected entry unchanged, preceded by the reason for the rejection.
  func line(_ row: RejectedRow) -> [UInt8] {
    let reason = comment.map { $0(row.reason) } ?? ""
    return Array((reason + around.before).utf8) + row.raw + Array(around.after.utf8)
  }
}
