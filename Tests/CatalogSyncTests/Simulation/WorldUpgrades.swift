import FoundationEssentials

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Upgrades of a simulated world's catalog: the file is reverted to an older version and opened by this one, which may
/// be killed during the upgrade.
extension SimulatedWorld {
  private struct Killed: Error {}

  func upgrade(_ dice: inout SeededGenerator) throws {
    // The makers of steps are lost with the persons table, and an interrupted step would become another person's.
    guard !(standing + undone).contains(where: \.isPartial) else { return }
    let before = try image()
    var names = ["persons", "own-orders", "ratings", "work-years"]
    // Without their table, the values of these fields cannot be identified.
    if before.fields.isEmpty { names += ["own-fields", "decoder"] }
    let name = dice.pick(names)
    // Pending changes of the search index would contain terms that no older version knows.
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

  /// Upgrades a file in a process that is killed during the upgrade's single transaction.
  ///
  /// - Parameter isEarly: True if it is killed before the part that a script cannot make.
  /// - Returns: The file as a machine that stops then leaves it, with its log.
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

  /// Drops the knowledge that an older version did not store.
  private func forgetLater(than name: String) {
    // All steps then belong to the owner, which changes which undone steps can be redone.
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
  /// Returns true if it shows the same, whatever is known of its sources.
  fileprivate func shows(_ other: CatalogImage) -> Bool {
    books == other.books && edits == other.edits && conflicts == other.conflicts && quarantine == other.quarantine
      && fields == other.fields && precedence == other.precedence
      && records.mapValues(\.delivered) == other.records.mapValues(\.delivered)
  }
}
