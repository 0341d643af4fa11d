import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The user of a simulated world restores a copy of the whole file, and can return to the replaced contents.
extension SimulatedWorld {
  /// A copy of the catalog, with the knowledge when it was made.
  struct Backup {
    var path: String
    let image: CatalogImage
    let oracle: SimulationOracle
    let standing: [SimulatedStep]
    let undone: [SimulatedStep]
    let made: [SimulatedStep]
    let servers: [SimulatedServer]
    let names: [String: String]
    let labels: [CatalogSource.ID: String]
    let missed: [String: (tombstones: Set<String>, once: Set<String>)]
    let mentions: [String: Set<String?>]
  }

  func backUp() throws {
    tell("back up")
    backups.append(backup(at: try copy(), try image()))
  }

  private func backup(at path: String, _ image: CatalogImage) -> Backup {
    Backup(
      path: path, image: image, oracle: oracle, standing: standing, undone: undone, made: made, servers: servers,
      names: names, labels: labels, missed: missed, mentions: mentions)
  }

  /// Restores a backup, if there is one. The replaced contents become a backup as well.
  func restore(_ dice: inout SeededGenerator) throws {
    guard !backups.isEmpty else { return }
    var before = backup(at: catalog.path, try image())
    if let path = try goBack(to: dice.pick(backups)) {
      guard try CatalogImage(ForeignConnection(path), labels: before.labels).says(before.image) else {
        throw SimulationViolation("the copy that restoring made is not what was there")
      }
      before.path = path
      backups.append(before)
    } else if !before.image.books.isEmpty || !before.image.precedence.isEmpty {
      throw SimulationViolation("restoring kept nothing of what was there")
    }
  }

  /// Restores a backup during a refresh.
  ///
  /// - Returns: True if there was a backup.
  func restore(_ seed: UInt64) throws -> Bool {
    var dice = SeededGenerator(seed: seed)
    guard !backups.isEmpty else { return false }
    _ = try goBack(to: dice.pick(backups))
    return true
  }

  /// - Returns: The path where the catalog keeps the replaced contents.
  private func goBack(to backup: Backup) throws -> String? {
    tell("restore \(backup.path.split(separator: "/").last ?? "")")
    let path = try catalog.restore(from: backup.path)
    (oracle, standing, undone, made) = (backup.oracle, backup.standing, backup.undone, backup.made)
    lastImport?.isUntouched = false
    (servers, names, labels) = (backup.servers, backup.names, backup.labels)
    (missed, mentions) = (backup.missed, backup.mentions)
    // A server that delivers only changes must not rely on data that the catalog no longer has.
    for server in servers { server.change { $0.heard = [:] } }
    guard try image().says(backup.image) else {
      throw SimulationViolation("what was restored is not what the backup says")
    }
    try observe()
    return path
  }

  /// Checks that a refresh noticed that a backup was restored while it ran, and stored nothing more.
  func checkRestored(_ server: SimulatedServer, _ report: RefreshReport?) throws {
    // A refresh that found another at work stores nothing and cannot notice. A failed one may or may not have a source
    // to report it for.
    if let report, report.outcome != .elsewhere, report.failure?.code != .removed {
      throw SimulationViolation("a backup was restored while \(server.name) was read, and that ended \(report.outcome)")
    }
    try observe()
  }
}

extension CatalogImage {
  fileprivate func says(_ other: CatalogImage) -> Bool {
    books == other.books && edits == other.edits && conflicts == other.conflicts && quarantine == other.quarantine
      && positions == other.positions && precedence == other.precedence && records.keys == other.records.keys
      && fields == other.fields
  }
}
