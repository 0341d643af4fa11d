/// A change of many books that is made in short transactions, so that others can write in between. It is a value: where a
/// transaction fails, the work as it was before it is what is left.
protocol BatchedWork: Sendable {
  /// Whether nothing is left to do.
  var isFinished: Bool { get }

  /// Does the next part, inside one transaction.
  mutating func next(_ connection: Connection) throws
}
