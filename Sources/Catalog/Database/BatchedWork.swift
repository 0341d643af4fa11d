/// A change of many rows that is split into several transactions, so that others can write in between. It is a value,
/// so that if a transaction fails, the work is still in the state before that transaction.
///
/// ``Database/inBatches(_:in:progress:)`` runs work that a person waits for, with durable commits. ``LoadWrites`` runs
/// work that a load can repeat after a power cut. A refresh is not batched work: another refresh may overtake it
/// between two parts, and `SyncCore` handles that. The metadata fetcher is not batched work either, since each of its
/// batches is one transaction.
protocol BatchedWork: Sendable {
  /// True if all parts are done.
  var isFinished: Bool { get }

  /// Does the next part, inside one transaction.
  ///
  /// - Parameter isToStop: Returns true if the transaction should end soon, because its time is over or because someone
  ///   waits to write.
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws
}

/// Batched work whose parts are short, because each processes a limited number of rows. It does not check the time.
protocol CountedWork: BatchedWork {
  /// Does the next part, inside one transaction.
  mutating func next(_ connection: Connection) throws
}

extension CountedWork {
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws { try next(connection) }
}

/// A run of batched work. It ends with an error if the contents of the catalog are replaced.
struct BatchedRun<Work: BatchedWork>: Sendable {
  private(set) var work: Work
  private var contents: ContentsMark?

  /// Creates a run.
  ///
  /// - Parameter contents: The contents for which the work is valid; by default the contents that the first part finds.
  init(_ work: Work, in contents: ContentsMark? = nil) { (self.work, self.contents) = (work, contents) }

  /// Does the next part, inside one transaction.
  ///
  /// - Throws: ``CatalogError/Code/restored`` if a backup has replaced these contents.
  mutating func next(_ connection: Connection, isToStop: () -> Bool = { false }) throws {
    if let contents { try contents.require(connection) } else { contents = try ContentsMark(connection) }
    try work.next(connection, isToStop: isToStop)
  }
}

extension Database {
  /// The maximum duration of a transaction while nobody waits to write.
  private static let batchTime = Duration.milliseconds(150)

  /// Runs batched work to its end on the calling thread, with one transaction for each part. Pauses between two parts
  /// if another process asks to write.
  ///
  /// - Parameters:
  ///   - contents: The contents for which the work is valid; by default the contents that the first part finds.
  ///   - progress: Called after each transaction.
  /// - Throws: ``CatalogError/Code/restored`` if a backup was restored in the meantime.
  func inBatches<Work: BatchedWork>(
    _ work: Work, in contents: ContentsMark? = nil, progress: () throws -> Void = {}
  ) throws -> Work {
    var run = BatchedRun(work, in: contents)
    while !run.work.isFinished {
      let isWriteRequested = try write { connection in
        var time = TransactionTime(self, Self.batchTime)
        try run.next(connection) { time.isOver() }
        return time.isRequestedElsewhere
      }
      try progress()
      if isWriteRequested { TransactionTime.letOthersWrite() }
    }
    return run.work
  }

  /// Runs batched work to its end on the writer's thread. Cancelling the task ends the work; committed parts are kept.
  func inBatches<Work: BatchedWork>(_ work: Work) async throws -> Work {
    var run = BatchedRun(work)
    while !run.work.isFinished {
      let begun = run
      let isWriteRequested: Bool
      (run, isWriteRequested) = try await write { connection in
        var (next, time) = (begun, TransactionTime(self, Self.batchTime))
        try next.next(connection) { time.isOver() }
        return (next, time.isRequestedElsewhere)
      }
      if isWriteRequested { await TransactionTime.letOthersWrite() }
    }
    return run.work
  }
}
