/// A change of many rows that is made in several transactions, so that others can write in between. It is a value: where a
/// transaction fails, the work as it was before it is what is left.
///
/// ``Database/inBatches(_:in:progress:)`` does what a person waits for, each part durable; ``LoadWrites`` what a load can do
/// again after a power cut. A refresh has no such work: another one may overtake it between two parts, and `SyncCore` says
/// what follows then. Nor has the fetcher of metadata, whose batches are one transaction each.
protocol BatchedWork: Sendable {
  /// Whether nothing is left to do.
  var isFinished: Bool { get }

  /// Does the next part, inside one transaction.
  ///
  /// - Parameter isToStop: whether the transaction is to end soon, since its time is up or somebody waits to write.
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws
}

/// A work whose parts are short by the number of their rows, and which asks nobody.
protocol CountedWork: BatchedWork {
  /// Does the next part, inside one transaction.
  mutating func next(_ connection: Connection) throws
}

extension CountedWork {
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws { try next(connection) }
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
  mutating func next(_ connection: Connection, isToStop: () -> Bool = { false }) throws {
    if let contents { try contents.require(connection) } else { contents = try ContentsMark(connection) }
    try work.next(connection, isToStop: isToStop)
  }
}

extension Database {
  /// How long a transaction of a work goes on while nobody waits.
  private static let batchTime = Duration.milliseconds(150)

  /// Does all of a work on the calling thread, a transaction for each of its parts, and leaves the catalog to another
  /// process between two of them where that asks to be let in.
  ///
  /// - Parameters:
  ///   - contents: those in which alone it is done; by default those that it finds.
  ///   - progress: is called after each transaction.
  /// - Throws: ``CatalogError/Code/restored`` when a backup was restored meanwhile.
  func inBatches<Work: BatchedWork>(
    _ work: Work, in contents: ContentsMark? = nil, progress: () throws -> Void = {}
  ) throws -> Work {
    var run = BatchedRun(work, in: contents)
    while !run.work.isFinished {
      let isAsked = try write { connection in
        var time = TransactionTime(self, Self.batchTime)
        try run.next(connection) { time.isOver() }
        return time.isAskedElsewhere
      }
      try progress()
      if isAsked { TransactionTime.letOthersWrite() }
    }
    return run.work
  }

  /// The same, on the writer's thread; cancelling the task ends it, and what was committed stands.
  func inBatches<Work: BatchedWork>(_ work: Work) async throws -> Work {
    var run = BatchedRun(work)
    while !run.work.isFinished {
      let begun = run
      let isAsked: Bool
      (run, isAsked) = try await write { connection in
        var (next, time) = (begun, TransactionTime(self, Self.batchTime))
        try next.next(connection) { time.isOver() }
        return (next, time.isAskedElsewhere)
      }
      if isAsked { await TransactionTime.letOthersWrite() }
    }
    return run.work
  }
}
