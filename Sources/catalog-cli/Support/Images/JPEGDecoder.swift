import CatalogSources
import Platform

/// An image with three bytes for each pixel (red, green, blue), row by row.
struct Pixels: Equatable {
  let width: Int
  let height: Int
  let bytes: [UInt8]
}

/// A decoder of JPEG images, for terminals that accept only pixels. It uses libturbojpeg (libjpeg-turbo.org) if the
/// library is installed. The library is loaded when the first image is drawn.
struct JPEGDecoder {
  /// The maximum width of a decoded image in pixels, which is enough for the size of a cover on a terminal.
  private static let maxWidth = 400
  /// The maximum number of pixels in an image to decode.
  private static let maxPixels = 50_000_000
  /// The value of `TJPF_RGB` in turbojpeg.h.
  private static let formatRGB: CInt = 0

  private typealias Make = @convention(c) () -> UnsafeMutableRawPointer?
  private typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> CInt
  /// The type of `tjDecompress2`. Its parameters are the handle; the image and its length; the pixels, their width, the
  /// bytes in a row, the height and the format; and flags.
  private typealias Decompress =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, CUnsignedLong, UnsafeMutablePointer<UInt8>?, CInt, CInt, CInt,
      CInt,
      CInt
    ) -> CInt

  private let make: Make
  private let destroy: Destroy
  private let decompress: Decompress

  /// Loads the library; `nil` if it is not installed.
  init?() {
    #if canImport(Darwin)
      let name = "libturbojpeg.0.dylib"
    #else
      let name = "libturbojpeg.so.0"
    #endif
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL), let make = dlsym(library, "tjInitDecompress"),
      let destroy = dlsym(library, "tjDestroy"), let decompress = dlsym(library, "tjDecompress2")
    else { return nil }
    self.make = unsafeBitCast(make, to: Make.self)
    self.destroy = unsafeBitCast(destroy, to: Destroy.self)
    self.decompress = unsafeBitCast(decompress, to: Decompress.self)
  }

  /// Returns the pixels of an image, scaled down if it is large; `nil` if it cannot be decoded completely.
  func pixels(of cover: Cover) -> Pixels? {
    let image = cover.image
    guard image.kind == .jpeg, image.width > 0, image.height > 0,
      image.width <= Self.maxPixels / image.height, let handle = make()
    else { return nil }
    defer { _ = destroy(handle) }
    // The library scales images to multiples of one eighth of their size.
    let eighths = (1...8).last { (image.width * $0 + 7) / 8 <= Self.maxWidth } ?? 1
    let (width, height) = ((image.width * eighths + 7) / 8, (image.height * eighths + 7) / 8)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    let code = decompress(
      handle, cover.bytes, CUnsignedLong(cover.bytes.count), &pixels, CInt(width), CInt(width * 3), CInt(height),
      Self.formatRGB, 0)
    return code == 0 ? Pixels(width: width, height: height, bytes: pixels) : nil
  }
}
