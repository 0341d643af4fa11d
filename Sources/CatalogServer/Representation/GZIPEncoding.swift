import CZlib

/// Compression of bodies for clients that accept it (RFC 9110, section 8.4; RFC 1952).
enum GZIPEncoding {
  /// The sizes of bodies worth compressing, in bytes.
  static let sizes = 1_024...16_777_216

  /// Returns true if a client accepts gzip according to its `Accept-Encoding` field (RFC 9110, section 12.5.3). The
  /// field must name gzip or `*`, and must not prefer the uncompressed body.
  static func isAccepted(by field: String?) -> Bool {
    guard let field else { return false }
    let members = FieldList(field).members.map { (name: $0.value.lowercased(), quality: $0.quality) }
    func quality(_ names: [String]) -> Int? { members.first { names.contains($0.name) }?.quality }
    let gzip = quality(["gzip", "x-gzip"]) ?? quality(["*"]) ?? 0
    return gzip > 0 && gzip >= quality(["identity"]) ?? 0
  }

  /// Returns true if bodies of a media type compress well.
  static func isWorthwhile(_ type: String?) -> Bool {
    guard let type = type?.prefix(while: { $0 != ";" }).lowercased() else { return false }
    return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml") || type.hasSuffix("javascript")
      || type.hasSuffix("x-ndjson") || type == "application/jsonl"
  }

  /// Returns the compressed bytes; `nil` if they are not smaller, or if there is not enough memory.
  static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard sizes.contains(bytes.count), czlib_gzip_begin(&stream) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var isWhole = false
    // zlib takes a pointer to mutable bytes as input, but never changes them.
    var bytes = bytes
    let packed = bytes.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: input.count) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = output.count - Int(stream.avail_out)
      }
    }
    return isWhole ? packed : nil
  }
}
