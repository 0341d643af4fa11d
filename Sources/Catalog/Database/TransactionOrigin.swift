/// The person and the command that caused a transaction, and a handler for its progress.
struct TransactionOrigin: Sendable {
  /// The name of the person, or `nil` for the owner.
  var person: String?
  /// True if the person's own values, such as ratings, are used instead of the owner's.
  var hasOwnMarks = false
  /// The id of the person, or `nil` if it was not looked up yet.
  var personNumber: Int64?
  /// The command that the person typed, or `nil` if unknown.
  var command: String?
  /// A handler that receives the progress of full scans.
  var scanned: (@Sendable (ScanProgress) -> Void)?
}
