/// An image of a book's cover.
public struct Cover: Sendable, Equatable {
  /// The image as delivered.
  public let bytes: [UInt8]
  /// The format and size of the image.
  public let image: ImageHeader
  /// The path of the file that contains the image, or of the archive whose member it is. A cached file may be removed
  /// later to make room.
  public let path: String
}
