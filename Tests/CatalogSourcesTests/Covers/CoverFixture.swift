import CatalogTestSupport
import FoundationEssentials
import Synchronization

@testable import CatalogSources

/// Images of minimal size, and addresses of covers on a server.
enum CoverFixture {
  /// Returns a PNG header, by default of 20×30 pixels, padded to a size in bytes.
  static func png(_ mark: UInt8 = 0, width: UInt8 = 20, height: UInt8 = 30, size: Int = 40) -> [UInt8] {
    let head: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0, width, 0, 0, 0, height]
    return head + [UInt8](repeating: mark, count: max(0, size - head.count))
  }

  static let gif: [UInt8] = Array("GIF89a".utf8) + [20, 0, 30, 0]

  /// A JPEG with a comment, fill bytes and a table before its progressive frame.
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 0xFF, 0xC0, 0xFF, 0xFF, 0xDB, 0, 3, 1, 0xFF, 0xC2, 0, 17, 8]
    + [0, 30, 0, 20]

  static let webpLossy: [UInt8] =
    Array("RIFF0000WEBPVP8 0000".utf8) + [0, 0, 0, 0x9D, 0x01, 0x2A, 20, 0x40, 30, 0x80]
  static let webpLossless: [UInt8] =
    Array("RIFF0000WEBPVP8L0000".utf8) + [0x2F, 19, 0x40, 7, 0]
  static let webpExtended: [UInt8] =
    Array("RIFF0000WEBPVP8X0000".utf8) + [0, 0, 0, 0, 19, 0, 0, 29, 0, 0]

  static func address(_ number: Int) -> String { "https://covers.example/b/id/\(number)-L.jpg?default=false" }
}

/// A clock that a test sets.
final class SetClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}
