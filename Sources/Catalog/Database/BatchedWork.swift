/// A change of many books that is made in short transactions, so that others can write in between. It is a value: where a
/// transaction fails, the work as it was before it is what is left.
protocol BatchedWork: Sendable {
  /// Whether nothing is left to do.
  var isFinished: Bool { get }

  /// Does the next part, inside one transaction.
  mutating func next(_ connection: Connection) throws
}

/// A work under way, which does not go on in other contents than it began in.
struct BatchedRun<Work: BatchedWork>: Sendable {
  private(set) var work: Work
  private var contents: ContentsMark?

  /// - Parameter contents: those in which alone it is done; by default those that it finds.
  init(_ work: Work, in contents: ContentsMark? = nil) { (self.work, self.contents) = (work, contents) }

  /// Does the next part, inside one transaction.
  ///
  /// - Throws: ``CatalogError/Code/restored`` when a backup was restored since.
  mutating func next(_ connection: Connection) throws {
    if let contents { try contents.require(connection) } else { contents = try ContentsMark(connection) }
    try work.next(connection)
  }
}
