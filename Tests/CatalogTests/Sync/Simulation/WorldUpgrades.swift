import CatalogTestSupport
import FoundationEssentials

@testable import Catalog
@testable import CatalogModel

/// How the catalog of a simulated world meets a newer version of the program: the file is taken back to what an older one would
/// have left, and opened by this one, which may be killed while it upgrades.
extension SimulatedWorld {
  private struct Killed: Error {}

  func upgrade(_ dice: inout SeededGenerator) throws {
    // Whose steps they are is lost with persons; one that was stopped midway would be another one's.
    guard !(standing + undone).contains(where: \.isPartial) else { return }
    let before = try image()
    var names = ["persons", "own-orders", "ratings"]
    // Without their table nobody could tell what values of these fields are.
    if before.fields.isEmpty { names += ["own-fields", "decoder"] }
    let name = dice.pick(names)
    // What waits to be put into the search index would hold terms that no older version knows.
    try catalog.tamper { try PostingChangeTable(connection: $0).merge() }
    let path = try copy()
    try OlderSchema.goBack(path, before: name)
    let isKilled = dice.oneIn(2)
    tell("upgrade from before \(name)\(isKilled ? ", killed in the midst of it at first" : "")")
    try goOn(with: isKilled ? killedUpgrade(of: path, isEarly: dice.oneIn(2)) : path)
    forgetLater(than: name)
    let after = try image()
    guard after.shows(before) else { throw SimulationViolation("I21: the upgrade made of \(before) \(after)") }
    let findings = try catalog.findings()
    guard findings.isEmpty else { throw SimulationViolation("I21: behind the upgrade check says \(findings)") }
    try observe()
  }

  /// Upgrades a file by a process that is killed in the midst of the one transaction that this is.
  ///
  /// - Parameter isEarly: whether that is before what no script can make.
  /// - Returns: the file as a machine that stops then leaves it, with its log.
  private func killedUpgrade(of path: String, isEarly: Bool) throws -> String {
    let left = "\(path)-left"
    do {
      _ = try Database(
        path: path, mayCreate: false, readOnly: false, patience: 5, clock: { [clock] in clock.now },
        finishUpgrade: { connection in
          if !isEarly { _ = try CatalogUpgrade.run(connection) }
          for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.copyItem(atPath: path + ending, toPath: left + ending)
          }
          throw Killed()
        }, prepareWriter: { _, _ in })
    } catch is Killed {
      return left
    }
    throw SimulationViolation("I21: an upgrade that was killed has ended")
  }

  /// What an older version did not know is lost.
  private func forgetLater(than name: String) {
    // All steps are the owner's then, and which of those that were undone could be done again is another question.
    for index in standing.indices { standing[index].person = nil }
    for index in made.indices { made[index].person = nil }
    undone = []
    if ["own-fields", "decoder"].contains(name) {
      oracle.mine.formIntersection([Self.list])
      for server in servers { server.change { $0.heard = [:] } }
    }
  }
}

extension CatalogImage {
  /// Whether it shows the same, whatever is known of its sources.
  fileprivate func shows(_ other: CatalogImage) -> Bool {
    books == other.books && edits == other.edits && conflicts == other.conflicts && quarantine == other.quarantine
      && fields == other.fields && precedence == other.precedence
      && records.mapValues(\.delivered) == other.records.mapValues(\.delivered)
  }
}
