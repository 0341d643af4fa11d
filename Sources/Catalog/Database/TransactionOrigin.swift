/// The person who requested a transaction, the command that caused it, and a handler for its progress.
struct TransactionOrigin: Sendable {
  /// The name of the person; `nil` for the owner.
  var person: String?
  /// True if the person's own marks replace the owner's marks.
  var hasOwnMarks = false
  /// The id of the person, once it has been looked up.
  var personNumber: Int64?
  /// The command that the person typed, or `nil` if unknown.
  var command: String?
  /// A handler that receives the progress of scans.
  var scanned: (@Sendable (ScanProgress) -> Void)?
}
