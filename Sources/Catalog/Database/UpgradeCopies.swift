import FoundationEssentials

/// The copies of a catalog that schema upgrades save next to it.
struct UpgradeCopies {
  /// The path of the catalog.
  let path: String

  private static let mark = ".before-schema-"

  /// Returns the path of the copy that an upgrade saves.
  ///
  /// - Parameter schema: The number of the first script that the upgrade runs.
  func name(before schema: Int64, now: Date) -> String {
    "\(path)\(Self.mark)\(schema)-\(now.rfc3339.filter(\.isNumber))"
  }

  /// Removes incomplete copies, left behind by upgrades that were killed. Complete copies are kept. The caller must
  /// hold the catalog's write lock, which upgrades also hold, so that no copy is being made at the same time.
  func removeAbandoned() {
    let folder = DatabaseFile.folder(of: path)
    let start = path.unicodeScalars.split(separator: "/").last.map { String($0) + Self.mark } ?? ""
    for name in DatabaseFile.names(in: folder) where name.hasPrefix(start) && DatabaseFile.isTemporary(name) {
      for suffix in [""] + DatabaseFile.sideFiles { DatabaseFile.remove("\(folder)/\(name)\(suffix)") }
    }
  }
}
