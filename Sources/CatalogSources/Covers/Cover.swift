/// An image of a book's cover.
public struct Cover: Sendable, Equatable {
  /// The image as delivered.
  public let bytes: [UInt8]
  /// The format and size of the image.
  public let image: ImageHeader
  /// The path of the image file, or of the archive that contains the image. A cached file may be removed later to make
  /// room.
  public let path: String
}
