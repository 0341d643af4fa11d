import CatalogSources

/// An image with three bytes for each pixel (red, green, blue), row by row.
struct Pixels: Equatable {
  let width: Int
  let height: Int
  let bytes: [UInt8]
}

extension Pixels {
  /// Reads the output of the helper process: the width and the height in a line, and the bytes. Returns `nil` if the
  /// bytes do not match the size.
  init?(output: [UInt8]) {
    guard let end = output.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let size = String(decoding: output[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard size.count == 2, size.allSatisfy({ (1...65_535).contains($0) }) else { return nil }
    (width, height, bytes) = (size[0], size[1], Array(output[(end + 1)...]))
    guard bytes.count == width * height * 3 else { return nil }
  }
}

/// A decoder of covers, for terminals that accept only pixels. Covers are decoded in a helper process, because anyone
/// can have made them.
struct CoverDecoder: Sendable {
  /// The maximum width of a decoded image in pixels, which is enough for the size of a cover on a terminal.
  private static let maxWidth = 400

  private let helper = ImageHelper()

  /// Returns the pixels of an image, scaled down if it is large; `nil` if it cannot be decoded, or if the library for
  /// its format is not installed.
  func pixels(of cover: Cover) async -> Pixels? {
    (try? await helper.perform(.pixels(width: Self.maxWidth), on: cover.bytes)).flatMap(Pixels.init(output:))
  }
}
