import FoundationEssentials

/// The copies of a catalog as older versions had made it, which upgrades of its schema make beside it.
struct UpgradeCopies {
  /// The catalog's.
  let path: String

  private static let mark = ".before-schema-"

  /// The name of the copy that an upgrade makes.
  ///
  /// - Parameter schema: the number of the first script that it runs.
  func name(before schema: Int64, now: Date) -> String {
    "\(path)\(Self.mark)\(schema)-\(now.rfc3339.filter(\.isNumber))"
  }

  /// Removes what upgrades that were killed while they made their copy have left of it. To be called by who alone can write the
  /// catalog: upgrades make their copies so, and none is under way then. A copy that is whole stays.
  func removeAbandoned() {
    let folder = DatabaseFile.folder(of: path)
    let start = path.unicodeScalars.split(separator: "/").last.map { String($0) + Self.mark } ?? ""
    for name in DatabaseFile.names(in: folder) where name.hasPrefix(start) && DatabaseFile.isTemporary(name) {
      for suffix in [""] + DatabaseFile.sideFiles { DatabaseFile.remove("\(folder)/\(name)\(suffix)") }
    }
  }
}
