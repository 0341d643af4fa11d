import CImages
import Platform

/// The helper process: it reads an image from standard input, does its work and writes the result to standard output.
/// Before it reads the image, it gives up all rights except to read, to write and to allocate memory.
enum ImageHelperMain {
  /// The maximum size of an image in bytes.
  static let maxBytes = 16 * 1_048_576
  /// The maximum number of pixels in an image.
  private static let maxPixels = 50_000_000
  /// The maximum size of the process in memory.
  private static let memory = 1 << 30
  /// The maximum time of a processor in seconds.
  private static let seconds: UInt32 = 5
  /// The width up to which photographs of bar codes are examined.
  private static let photoWidth = 2_000

  /// Does the work and ends the process.
  static func run(_ arguments: [String]) -> Never {
    guard let work = ImageWork(arguments: arguments) else { end(.wrongArguments) }
    // Libraries are files, so they must be loaded before files are out of reach. An image of another format may need
    // none of the libraries that are missing.
    var missing: [ImageHeader.Kind: String] = [:]
    for (kind, library) in libraries { missing[kind] = cimages_load(library).map { String(cString: $0) } }
    if case .barcodes = work, let reason = cimages_load_barcodes() { end(.noLibrary, String(cString: reason)) }
    if case .jpeg = work, let reason = missing[.jpeg] { end(.noLibrary, reason) }
    guard cimages_confine(memory, seconds) else { end(.unconfined) }
    guard let image = input(), let header = ImageHeader(image), let library = libraries[header.kind] else {
      end(.undecodable)
    }
    if let reason = missing[header.kind] { end(.noLibrary, reason) }
    guard let result = result(of: work, on: image, library) else { end(.undecodable) }
    write(result)
    end(.done)
  }

  private static var libraries: [ImageHeader.Kind: cimages_kind] {
    [.jpeg: CIMAGES_JPEG, .png: CIMAGES_PNG, .webp: CIMAGES_WEBP]
  }

  private static func result(of work: ImageWork, on image: [UInt8], _ library: cimages_kind) -> [UInt8]? {
    let width =
      switch work {
      case .jpeg(let width), .pixels(let width): width
      case .barcodes: photoWidth
      }
    var pixels = cimages_pixels()
    guard cimages_decode(library, image, image.count, width, maxPixels, &pixels) else { return nil }
    defer { cimages_free(&pixels) }
    guard cimages_scale(&pixels, width) else { return nil }
    switch work {
    case .jpeg: return jpeg(&pixels)
    case .pixels:
      let bytes = UnsafeRawBufferPointer(start: pixels.bytes, count: pixels.width * pixels.height * 3)
      return Array("\(pixels.width) \(pixels.height)\n".utf8) + bytes
    case .barcodes: return barcodes(&pixels)
    }
  }

  private static func jpeg(_ pixels: inout cimages_pixels) -> [UInt8]? {
    var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
    guard cimages_encode(&pixels, &bytes, &count), let bytes else { return nil }
    defer { cimages_free_jpeg(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Returns the bar codes in a photograph. A blurred code is often found only in a smaller image.
  private static func barcodes(_ pixels: inout cimages_pixels) -> [UInt8] {
    var text = [CChar](repeating: 0, count: 4_096)
    while true {
      let count = cimages_barcodes(&pixels, &text, text.count)
      if count > 0 { return text[..<count].map(UInt8.init(bitPattern:)) }
      guard pixels.width >= 600, cimages_scale(&pixels, pixels.width / 2) else { return [] }
    }
  }

  /// Reads standard input. Returns `nil` if there are too many bytes.
  private static func input() -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= maxBytes {
      let count = buffer.withUnsafeMutableBytes { SystemCall.read(STDIN_FILENO, into: $0) }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += buffer[..<count]
    }
    return nil
  }

  private static func write(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { SystemCall.writeAll(STDOUT_FILENO, $0) }
  }

  private static func end(_ code: ImageExitCode, _ message: String = "") -> Never {
    write(Array(message.utf8))
    _exit(code.rawValue)
  }
}
