/// The format and size of an image, read from its first bytes. File names and content types are not considered.
public struct ImageHeader: Sendable, Equatable {
  /// The supported image formats.
  public enum Kind: String, Sendable, CaseIterable {
    case jpeg
    case png
    case gif
    case webp

    /// The usual file extension, without the dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
  }

  /// The format of the image.
  public let kind: Kind
  /// The width in pixels, 1 to 65,535.
  public let width: Int
  /// The height in pixels, 1 to 65,535.
  public let height: Int

  /// Reads the header of an image. Returns `nil` if the format is not supported, the header is truncated, or the size
  /// is not valid.
  public init?(_ bytes: [UInt8]) {
    guard let kind = Self.kind(of: bytes) else { return nil }
    let header = HeaderBytes(bytes: bytes)
    let size: (width: Int, height: Int)? =
      switch kind {
      case .png: Self.png(header)
      case .gif: Self.gif(header)
      case .jpeg: Self.jpeg(header)
      case .webp: Self.webp(header)
      }
    guard let size, (1...65_535).contains(size.width), (1...65_535).contains(size.height) else { return nil }
    (self.kind, width, height) = (kind, size.width, size.height)
  }

  /// Returns the image format that the first bytes indicate. The rest of the image is not checked.
  static func kind(of bytes: [UInt8]) -> Kind? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return .webp }
    return nil
  }

  /// Reads the size from the first chunk (W3C, PNG, section 11.2.1).
  private static func png(_ header: HeaderBytes) -> (Int, Int)? {
    guard header.isText("IHDR", at: 12), let width = header.big(4, at: 16), let height = header.big(4, at: 20) else {
      return nil
    }
    return (width, height)
  }

  /// Reads the size of the logical screen (GIF89a, section 18).
  private static func gif(_ header: HeaderBytes) -> (Int, Int)? {
    guard let width = header.little(2, at: 6), let height = header.little(2, at: 8) else { return nil }
    return (width, height)
  }

  /// Reads the size from the first frame header (ITU-T T.81, section B.2.2), skipping the segments before it.
  private static func jpeg(_ header: HeaderBytes) -> (Int, Int)? {
    var index = 2
    while header.byte(at: index) == 0xFF, let marker = header.byte(at: index + 1) {
      switch marker {
      case 0xFF: index += 1
      case 0x01, 0xD0...0xD7: index += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let height = header.big(2, at: index + 5), let width = header.big(2, at: index + 7) else { return nil }
        return (width, height)
      default:
        // An image is not valid if its scan or its end comes before a frame.
        guard marker != 0xDA, marker != 0xD9, let length = header.big(2, at: index + 2), length >= 2 else { return nil }
        index += 2 + length
      }
    }
    return nil
  }

  /// Reads the size from the first chunk, which has one of three formats (RFC 9649, section 2).
  private static func webp(_ header: HeaderBytes) -> (Int, Int)? {
    if header.isText("VP8X", at: 12) {
      guard let width = header.little(3, at: 24), let height = header.little(3, at: 27) else { return nil }
      return (width + 1, height + 1)
    }
    if header.isText("VP8L", at: 12) {
      guard header.byte(at: 20) == 0x2F, let bits = header.little(4, at: 21) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard header.isText("VP8 ", at: 12), header.big(3, at: 23) == 0x9D012A, let width = header.little(2, at: 26),
      let height = header.little(2, at: 28)
    else { return nil }
    return (width & 0x3FFF, height & 0x3FFF)
  }
}
