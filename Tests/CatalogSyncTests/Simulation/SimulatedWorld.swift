import CatalogTestSupport
import FoundationEssentials
import Synchronization

@testable import Catalog
@testable import CatalogModel

/// A catalog, its servers, its user, and the faults between them, all from one seed.
///
/// `@unchecked Sendable`: hooks of a refresh use it while the step that started the refresh waits for its end, one at a
/// time.
final class SimulatedWorld: @unchecked Sendable {
  /// The time and the pauses of a refresh, advanced only by steps.
  final class Clock: Sendable {
    private let seconds = Mutex(1_767_225_600.0)
    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func advance(by interval: Double) { seconds.withLock { $0 += interval } }
  }

  let seed: UInt64
  let variant: BrokenVariant?
  var servers: [SimulatedServer]
  /// The catalog's names of the sources that differ from their servers' names.
  var names: [String: String] = [:]
  /// The simulation's names of sources, by their numbers in the catalog.
  var labels: [CatalogSource.ID: String] = [:]
  let clock = Clock()
  let folder: TemporaryFolder
  var catalog: BookCatalog
  var oracle = SimulationOracle()
  /// The acting person; `nil` for the owner of the catalog.
  var person: String?
  /// The steps that are done, the last one at the end, including one whose undo was interrupted.
  var standing: [SimulatedStep] = []
  /// The steps that can be redone, the last undone at the end.
  var undone: [SimulatedStep] = []
  /// All steps made since the results of undo are known.
  var made: [SimulatedStep] = []
  /// The first answer of each source's previous refresh, to be delivered as a late page.
  var latePages: [String: SourcePage] = [:]
  /// The records not mentioned by completed enumerations: those that may be removed, and those that the next one may
  /// remove.
  var missed: [String: (tombstones: Set<String>, once: Set<String>)] = [:]
  /// The records mentioned by the stored pages of each enumeration; `nil` for an item that cannot be attributed.
  var mentions: [String: Set<String?>] = [:]
  /// Copies of the catalog that the user may restore.
  var backups: [Backup] = []
  /// The number of answers of the current refresh received when the source's ownership changed.
  var heardBefore = 0
  /// The last imported rows, and true if only the user's values have changed since.
  var lastImport: (rows: [ImportedRow], isUntouched: Bool)?
  private var files = 0
  private(set) var story: [String] = []

  init(seed: UInt64, variant: BrokenVariant? = nil) throws {
    (self.seed, self.variant) = (seed, variant)
    var dice = SeededGenerator(seed: seed &* 7_919)
    let kinds: [SimulatedServer.Kind] = [.feed, .list(isStable: true), .list(isStable: false)]
    servers = (0...Int.random(in: 0...2, using: &dice)).map { number in
      SimulatedServer(["A", "B", "C"][number], dice.pick(kinds), usesValidators: dice.oneIn(2))
    }
    for server in servers {
      for _ in 0..<4 { server.change(&dice) }
    }
    story = servers.map { "\($0.name) is a \($0.kind)\($0.usesValidators ? " with validators" : "")" }
    folder = TemporaryFolder()
    catalog = try Self.open(folder.file("catalog0.db"), clock)
  }

  deinit { catalog.close() }

  private static func open(_ path: String, _ clock: Clock) throws -> BookCatalog {
    var options = BookCatalog.Options()
    options.now = { clock.now }
    return try BookCatalog.open(path, options: options)
  }

  /// Performs the steps and comes to rest, checking the invariants after each step.
  func live(_ steps: [SimulationStep]) async throws {
    for step in steps {
      var dice = SeededGenerator(seed: step.seed)
      try await perform(step.kind, &dice)
    }
    try await hearEverything()
    try await comeToRest()
  }

  func tell(_ line: String) { story.append(line) }

  private func perform(_ kind: SimulationStep.Kind, _ dice: inout SeededGenerator) async throws {
    switch kind {
    case .serverChanges: dice.pick(servers).change(&dice)
    case .refresh: try await refresh(dice.pick(servers), &dice)
    case .edit: try edit(&dice)
    case .revert: try revert(&dice)
    case .resolve: try resolve(&dice)
    case .remove: try remove(&dice)
    case .personal: try sayPersonal(&dice)
    case .fields: try changeFields(&dice)
    case .mine:
      for server in dice.oneIn(3) ? servers : [dice.pick(servers)] { try changeMine(server) }
    case .imports: try await importRows(&dice)
    case .upgrade: try upgrade(&dice)
    case .history: try await history(&dice)
    case .timePasses: clock.advance(by: Double.random(in: 1...100_000, using: &dice))
    case .clockIsSetBack: clock.advance(by: -Double.random(in: 1...1_000_000, using: &dice))
    case .rename: try rename(dice.pick(servers), &dice)
    case .replace: try replace(dice.pick(servers), &dice)
    case .newDecoder:
      dice.pick(servers).change { state in
        state.decoder += 1
        state.heard = [:]
      }
    case .backUp: try backUp()
    case .restore: try restore(&dice)
    case .reopen: catalog.close()
    }
  }

  /// Replaces a server by another.
  func exchange(_ server: SimulatedServer, for other: SimulatedServer) {
    servers = servers.map { $0 === server ? other : $0 }
  }

  // MARK: The file

  func image() throws -> CatalogImage { try CatalogImage(ForeignConnection(catalog.path), labels: labels) }

  /// Checks that the file is unchanged, except for changes reported to the oracle.
  func observe() throws {
    let image = try image()
    try oracle.take(image)
    try look(at: image)
  }

  func look(at image: CatalogImage) throws {
    try oracle.check(image)
    oracle.known.positions = image.positions
    for book in image.books.keys { oracle.known.titles[book] = oracle.theirs(.title, of: book) }
    endSteps(image)
  }

  /// Copies the committed data, as a machine that stops now would leave them.
  func copy() throws -> String {
    files += 1
    let path = folder.file("catalog\(files).db")
    try catalog.backup(to: path)
    return path
  }

  /// Continues with another file, as after a crash.
  func goOn(with path: String) throws {
    catalog.close()
    catalog = try Self.open(path, clock)
  }
}
