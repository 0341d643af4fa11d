/// An image of a book's cover.
public struct Cover: Sendable, Equatable {
  /// The image as it was delivered.
  public let bytes: [UInt8]
  /// Its kind and size.
  public let image: ImageHeader
  /// The file that holds it, until others need its place; of a member of an archive, the archive.
  public let path: String
}
