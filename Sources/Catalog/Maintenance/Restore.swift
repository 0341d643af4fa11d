import FoundationEssentials

/// Restoring: a backup takes the place of a catalog.
enum Restore {
  /// Puts the contents of a backup in the place of a catalog's, in one transaction of SQLite's. What can fail because of the
  /// backup is done before, beside the catalog; from the copy of what was there until its end nobody else writes.
  ///
  /// - Returns: where a copy of what was there before is; `nil` where nothing was ever there.
  static func run(_ backup: String, into connection: Connection, now: Date) throws -> String? {
    let path = connection.path
    guard try DatabaseFile.identity(of: backup) != DatabaseFile.identity(of: path) else {
      throw CatalogError(.inTheWay, "restore", backup, cause: "it is this catalog itself", hint: "name a backup")
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
    // The books have been replaced by now.
    connection.ignoreCancellation()
    try connection.transaction {
      try ChangeTable(connection: connection).goOn(behind: newest)
      try ContentsMark.renew(connection)
      connection.changedBooks.insertMany()
    }
    return kept
  }

  /// A name that no file has: that of two restores within a second, or behind a clock that was set back.
  private static func freeName(_ wanted: String) -> String {
    var (name, number) = (wanted, 1)
    while DatabaseFile.exists(name) {
      number += 1
      name = "\(wanted)-\(number)"
    }
    return name
  }

  /// Whether anything was ever done in a catalog; also where that cannot be told.
  private static func wasUsed(_ catalog: Connection) -> Bool {
    let used = try? catalog.integer(
      "SELECT EXISTS (SELECT 1 FROM source) OR EXISTS (SELECT 1 FROM step) OR EXISTS (SELECT 1 FROM change)")
    return used != 0
  }

  /// Gives the body a backup that is as this version would have written it: the backup itself, or a copy for the time being
  /// that was upgraded and mended.
  private static func prepared(
    _ backup: Connection, beside catalog: Connection, now: Date, _ body: (Connection) throws -> Void
  ) throws {
    let isCurrent = try Migrator.state(of: backup) == .current && Migrator.hasCurrentFold(backup)
    if try isCurrent && SchemaCheck(connection: backup).findings().findings.isEmpty { return try body(backup) }
    try NewFile(catalog.path).use { copy in
      try backup.copy(into: copy, cancelledBy: catalog)
      // Before anything is written: a trigger of another program's would act on it.
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

  /// Opens a backup for reading, after a look at whether it can be restored.
  static func examined(_ path: String) throws -> Connection {
    guard try DatabaseFile.identity(of: path) != nil else {
      throw CatalogError(.missing, "restore", path, cause: "there is no such file")
    }
    // Nobody writes a backup without a log: opened so, none is made beside it, and it may lie where nothing can be made.
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
