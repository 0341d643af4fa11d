/// A piece of work that the helper process does on one image.
package enum ImageWork: Sendable, Hashable {
  /// Scales the image down to a width and returns it as JPEG.
  case jpeg(width: Int)
  /// Scales the image down to a width and returns its size in a line, and three bytes for each pixel.
  case pixels(width: Int)
  /// Finds bar codes of the symbology EAN-13 and returns their digits, one line each.
  case barcodes

  /// The widths that the helper accepts.
  private static let widths = 1...2_000

  /// The arguments of the helper process.
  var arguments: [String] {
    switch self {
    case .jpeg(let width): ["jpeg", String(width)]
    case .pixels(let width): ["pixels", String(width)]
    case .barcodes: ["barcodes"]
    }
  }

  /// Reads the arguments of the helper process. Returns `nil` if they are not valid.
  init?(arguments: [String]) {
    let width = arguments.last.flatMap { Int($0) }.flatMap { Self.widths.contains($0) ? $0 : nil }
    switch (arguments.first, width) {
    case ("jpeg", let width?) where arguments.count == 2: self = .jpeg(width: width)
    case ("pixels", let width?) where arguments.count == 2: self = .pixels(width: width)
    case ("barcodes", nil) where arguments.count == 1: self = .barcodes
    default: return nil
    }
  }
}

/// The exit codes of the helper process.
enum ImageExitCode: Int32 {
  case done = 0
  /// The image cannot be decoded.
  case undecodable = 3
  /// A library is not installed. The output is a message.
  case noLibrary = 4
  /// The limits of the process could not be set.
  case unconfined = 5
  case wrongArguments = 64
}
