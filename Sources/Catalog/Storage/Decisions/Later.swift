import FoundationEssentials

struct ConflictResolver {
  let connection: Connection
  let now: Date
  func resolve(_ book: Int64, _ subject: ConflictSubject, _ resolution: ConflictResolution) throws -> ChangeOutcome {
    throw CatalogError.notYet
  }
}

struct ConflictRun: BatchedWork {
  let side: ConflictSide
  let now: Date
  var outcome = ChangeOutcome()
  var isFinished = false
  mutating func next(_ connection: Connection) throws { throw CatalogError.notYet }
}

struct BookMerger {
  let connection: Connection
  let now: Date
  func merge(_ books: [Int64]) throws -> ChangeOutcome { throw CatalogError.notYet }
  func split(
    _ book: Int64, source: String, using generator: inout some RandomNumberGenerator
  ) throws -> ChangeOutcome { throw CatalogError.notYet }
}

struct DuplicateFinder {
  let connection: Connection
  func forEach(_ body: (DuplicateGroup) throws -> Void) throws { throw CatalogError.notYet }
}

struct SourceRemover: BatchedWork {
  let name: String
  let removal: SourceRemoval
  let now: Date
  var isFinished = false
  mutating func next(_ connection: Connection) throws { throw CatalogError.notYet }
  func outcome() throws -> SourceRemovalOutcome { throw CatalogError.notYet }
}

extension CatalogError {
  fileprivate static let notYet = CatalogError(.failed, "decide", "this", cause: "it is not there yet")
}
