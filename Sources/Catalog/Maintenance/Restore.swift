import CatalogDatabase
import FoundationEssentials

/// Replaces the contents of a catalog with those of a backup.
enum Restore {
  /// Replaces the contents of a catalog with those of a backup, in one SQLite transaction. Any work that can fail
  /// because of the backup is done beforehand, in a separate file. No other writer can change the catalog from the
  /// moment when its previous contents are copied until the method returns.
  ///
  /// - Returns: The path of the copy of the previous contents, or `nil` if the catalog was never used.
  static func run(_ backup: String, into connection: Connection, now: Date) throws -> String? {
    let path = connection.path
    guard try DatabaseFile.identity(of: backup) != DatabaseFile.identity(of: path) else {
      throw CatalogError(.inTheWay, "restore", backup, cause: "it is this catalog", hint: "choose a backup")
    }
    let source = try examined(backup)
    try connection.set(.survivesPowerCut)
    var (kept, newest): (String?, Int64) = (nil, 0)
    do {
      try prepared(source, beside: connection, now: now) { source in
        try source.copy(into: connection, cancelledBy: connection) {
          let before = try Connection(path: path, mode: .readOnly)
          newest = try ChangeTable(connection: before).newest()
          guard Self.wasUsed(before) else { return }
          let copy = freeName("\(path).before-restore-\(now.rfc3339.filter(\.isNumber))")
          try Backup.copy(before, to: copy, cancelledBy: connection)
          kept = copy
        }
      }
    } catch {
      if let kept { DatabaseFile.remove(kept) }
      throw error
    }
    // The books have already been replaced, so a cancellation must not interrupt the remaining work.
    connection.ignoreCancellation()
    try connection.transaction {
      try ChangeTable(connection: connection).goOn(after: newest)
      try ContentsVersion.renew(connection)
      connection.changedBooks.insertMany()
    }
    return kept
  }

  /// Returns a name that no file has. A file may already have the preferred name after two restores within a second, or
  /// if the clock was set back.
  private static func freeName(_ preferred: String) -> String {
    var (name, number) = (preferred, 1)
    while DatabaseFile.exists(name) {
      number += 1
      name = "\(preferred)-\(number)"
    }
    return name
  }

  /// Returns true if a catalog was ever used, or if that cannot be determined.
  private static func wasUsed(_ catalog: Connection) -> Bool {
    let used = try? catalog.integer(
      "SELECT EXISTS (SELECT 1 FROM source) OR EXISTS (SELECT 1 FROM step) OR EXISTS (SELECT 1 FROM change)")
    return used != 0
  }

  /// Calls the body with a backup in the format of this version: the backup itself, or a temporary copy that was
  /// upgraded and repaired.
  private static func prepared(
    _ backup: Connection, beside catalog: Connection, now: Date, _ body: (Connection) throws -> Void
  ) throws {
    let isCurrent = try Migrator.state(of: backup) == .current && Migrator.hasCurrentFold(backup)
    if try isCurrent && SchemaCheck(connection: backup).findings().findings.isEmpty { return try body(backup) }
    try NewFile(catalog.path).use { copy in
      try backup.copy(into: copy, cancelledBy: catalog)
      // The schema is fixed before anything is written, because the write could activate a trigger that another program
      // created.
      let lacksDerived = try copy.transaction { try SchemaCheck(connection: copy).mend() }
      if case .older(let version) = try Migrator.state(of: copy) {
        try Migrator.upgrade(copy, from: version, finish: CatalogUpgrade.run)
      }
      if try lacksDerived || !Migrator.hasCurrentFold(copy) {
        try copy.transaction { try CatalogRepair(connection: copy, now: now).rebuildDerived() }
      }
      try body(copy)
    }
  }

  /// Opens a backup for reading, after checking that it can be restored.
  static func examined(_ path: String) throws -> Connection {
    guard try DatabaseFile.identity(of: path) != nil else {
      throw CatalogError(.missing, "restore", path, cause: "there is no such file")
    }
    // If there is no write-ahead log, no process is writing to the backup. An immutable connection needs no log next to
    // the file, so the backup may be in a read-only folder.
    let hasLog = DatabaseFile.exists(path + "-wal")
    let connection = try Connection(path: path, mode: hasLog ? .readOnly : .immutable)
    guard try Migrator.state(of: connection) != .empty else {
      throw CatalogError(.notACatalog, "restore", path, cause: "the file is empty")
    }
    let finding = try connection.text("PRAGMA quick_check(1)") ?? "it cannot be read"
    guard finding == "ok" else {
      throw CatalogError(.damaged, "restore", path, cause: "the backup is damaged (\(finding))")
    }
    if let finding = try SchemaCheck(connection: connection).findings().findings.first(where: { !$0.isRepairable }) {
      throw CatalogError(.damaged, "restore", path, cause: "the backup is damaged (\(finding.message))")
    }
    return connection
  }
}
