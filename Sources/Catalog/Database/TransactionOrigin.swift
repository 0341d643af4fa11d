/// For whom a transaction runs, by what they asked for it, and what they want to hear meanwhile.
struct TransactionOrigin: Sendable {
  /// The name of the person; `nil` for the owner.
  var person: String?
  /// What the person typed; `nil` where nobody says.
  var command: String?
  /// Is told how far a scan is.
  var scanned: (@Sendable (ScanProgress) -> Void)?
}
