/// A description of an upgrade that was made because the catalog had been created by an older version of the library.
public struct SchemaUpgrade: Sendable, Hashable {
  /// The schema version before the upgrade.
  public let from: Int
  /// The schema version after the upgrade.
  public let to: Int
  /// The path of a copy that was saved before the upgrade. The older version of the library can open it.
  public let copy: String
  /// Descriptions of the visible changes to books, one line for each change.
  public let changes: [String]
}
