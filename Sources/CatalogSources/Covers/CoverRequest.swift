import CatalogModel
import FoundationEssentials

/// Downloads and validates an image.
enum CoverRequest {
  /// Returns the image at an address.
  ///
  /// - Throws: The errors of ``CoverCache/cover(at:)``.
  static func image(
    at address: String, transport: any HTTPTransport, now: @Sendable () -> Date
  ) async throws -> (bytes: [UInt8], header: ImageHeader) {
    let accepted = ImageHeader.Kind.allCases.map { "image/\($0.rawValue)" }.joined(separator: ", ")
    let response = try await transport.send(
      HTTPRequest(.get, address, headers: ["Accept": accepted], bodyLimit: CoverFiles.imageBytes))
    switch response.status {
    // Ignore the content type, because the image is detected by its bytes.
    case 200...299: break
    case 404, 410: throw missing(address)
    default: try response.requireSuccess(now: now())
    }
    let bytes = try await response.body.bytes()
    guard let header = ImageHeader(bytes) else {
      throw SourceFailure(.malformed, response.subject, cause: "it is not a cover: \(description(of: bytes))")
    }
    // Some servers send an image of 1 × 1 pixels instead of a missing cover.
    guard header.width > 1 || header.height > 1 else { throw missing(address) }
    let pixels = header.width * header.height
    guard pixels <= CoverFiles.imagePixels else {
      throw SourceFailure(
        .tooLarge, response.subject,
        cause: "it has \(header.width.grouped) × \(header.height.grouped) pixels; the limit is "
          + "\(CoverFiles.imagePixels.grouped) pixels in total")
    }
    return (bytes, header)
  }

  static func missing(_ address: String) -> SourceFailure {
    SourceFailure(.missing, HTTPAddress.shown(address), cause: "there is no cover")
  }

  static func description(of bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "it is empty" }
    if let kind = ImageHeader.kind(of: bytes) {
      return "it begins like a \(kind.rawValue.uppercased()) but its dimensions are missing"
    }
    let start = String(decoding: bytes.prefix(512), as: UTF8.self).trimmed().lowercased()
    for prefix in ["<!doctype html", "<html", "<head", "<body"] where start.hasPrefix(prefix) {
      return "it is an HTML page"
    }
    return "it is not a JPEG, PNG, GIF or WebP image"
  }
}
