import FoundationEssentials

/// The copies of a catalog in its older versions, which schema upgrades create next to it.
struct UpgradeCopies {
  /// The path of the catalog.
  let path: String

  private static let mark = ".before-schema-"

  /// Returns the path of the copy that an upgrade creates.
  ///
  /// - Parameter schema: The number of the first script that the upgrade runs.
  func name(before schema: Int64, now: Date) -> String {
    "\(path)\(Self.mark)\(schema)-\(now.rfc3339.filter(\.isNumber))"
  }

  /// Removes incomplete copies of upgrades that were killed. Complete copies are kept. The caller must hold the write
  /// lock of the catalog. Upgrades hold this lock while they copy, so no upgrade is running then.
  func removeAbandoned() {
    let folder = DatabaseFile.folder(of: path)
    let start = path.unicodeScalars.split(separator: "/").last.map { String($0) + Self.mark } ?? ""
    for name in DatabaseFile.names(in: folder) where name.hasPrefix(start) && DatabaseFile.isTemporary(name) {
      for suffix in [""] + DatabaseFile.sideFiles { DatabaseFile.remove("\(folder)/\(name)\(suffix)") }
    }
  }
}
