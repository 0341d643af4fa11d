/// For whom a transaction runs, and by what they asked for it: what steps note of it.
struct TransactionOrigin: Sendable {
  /// The name of the person; `nil` for the owner.
  var person: String?
  /// What the person typed; `nil` where nobody says.
  var command: String?
}
