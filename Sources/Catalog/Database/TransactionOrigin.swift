/// For whom a transaction runs, by what they asked for it, and what they want to hear meanwhile.
struct TransactionOrigin: Sendable {
  /// The name of the person; `nil` for the owner.
  var person: String?
  /// Whether what the person says of books for themselves stands in the place of what the owner says.
  var hasOwnMarks = false
  /// The number of the person, once it was looked up.
  var personNumber: Int64?
  /// What the person typed; `nil` where nobody says.
  var command: String?
  /// Is told how far a scan is.
  var scanned: (@Sendable (ScanProgress) -> Void)?
}
