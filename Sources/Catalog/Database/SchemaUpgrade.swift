/// A description of the upgrade that opening made to a catalog from an older version of the library.
public struct SchemaUpgrade: Sendable, Hashable {
  /// The schema number before the upgrade.
  public let from: Int
  /// The schema number after the upgrade.
  public let to: Int
  /// The path of a copy of the file before the upgrade, which the older version can open.
  public let copy: String
  /// A line for each visible change to a book.
  public let changes: [String]
}
