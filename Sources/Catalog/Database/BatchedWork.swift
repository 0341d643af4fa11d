import CatalogDatabase

/// Work that changes many rows in several transactions, so that others can write in between. It must be a value type:
/// if a transaction fails, the value from before that transaction can be used to try again.
///
/// ``Database/inBatches(_:in:progress:)`` runs such work while a person waits for it, with durable commits.
/// ``LoadWrites`` runs such work in a bulk load, which can repeat transactions lost in a power cut. A refresh is not
/// batched work, because between two of its transactions, another refresh of the same source may overtake it (see
/// `SyncCore`). The metadata fetcher does not use batched work either, because it writes each batch in one transaction.
protocol BatchedWork: Sendable {
  /// True if no work is left.
  var isFinished: Bool { get }

  /// Does the next part of the work, inside one transaction.
  ///
  /// - Parameter isToStop: Returns true if the transaction should end soon, because its time limit is reached or
  ///   another access is waiting to write.
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws
}

/// Batched work in which each part processes a limited number of rows. A part is therefore always short, and does not
/// check the time.
protocol CountedWork: BatchedWork {
  /// Does the next part of the work, inside one transaction.
  mutating func next(_ connection: Connection) throws
}

extension CountedWork {
  mutating func next(_ connection: Connection, isToStop: () -> Bool) throws { try next(connection) }
}

/// Batched work in progress. It fails if the contents of the catalog are replaced by a backup.
struct BatchedRun<Work: BatchedWork>: Sendable {
  private(set) var work: Work
  private var contents: ContentsVersion?

  /// Creates a run.
  ///
  /// - Parameter contents: The version of the contents for which the work was planned; by default, the version at the
  ///   time of the first part.
  init(_ work: Work, in contents: ContentsVersion? = nil) { (self.work, self.contents) = (work, contents) }

  /// Does the next part of the work, inside one transaction.
  ///
  /// - Throws: ``CatalogError/Code/restored`` if a backup has replaced the contents.
  mutating func next(_ connection: Connection, isToStop: () -> Bool = { false }) throws {
    if let contents { try contents.require(connection) } else { contents = try ContentsVersion(connection) }
    try work.next(connection, isToStop: isToStop)
  }
}

extension Database {
  /// The time limit of one transaction. The transaction ends earlier if another access is waiting to write.
  private static let batchTime = Duration.milliseconds(150)

  /// Runs batched work to its end on the calling thread, with one transaction for each part. Pauses after a part if
  /// another process has asked to write.
  ///
  /// - Parameters:
  ///   - contents: The version of the contents for which the work was planned; by default, the version at the time of
  ///     the first part.
  ///   - progress: Called after each transaction.
  /// - Throws: ``CatalogError/Code/restored`` if a backup was restored in the meantime.
  func inBatches<Work: BatchedWork>(
    _ work: Work, in contents: ContentsVersion? = nil, progress: () throws -> Void = {}
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

  /// Runs batched work to its end on the writer's thread. If the task is cancelled, the work stops, and transactions
  /// that were committed are kept.
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
