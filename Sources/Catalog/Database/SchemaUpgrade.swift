/// What opening did to the file of a catalog that an older version of the library had made.
public struct SchemaUpgrade: Sendable, Hashable {
  /// The number of the schema that the file had.
  public let from: Int
  /// The number of the schema that it has now.
  public let to: Int
  /// The path of a copy of the file as it was, which the older version can open.
  public let copy: String
  /// A line for each change of what books show.
  public let changes: [String]
}
