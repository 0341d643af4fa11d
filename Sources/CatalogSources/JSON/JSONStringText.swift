/// A string literal in a JSON text, in quotation marks (RFC 8259, section 7).
enum JSONStringText {
  /// The reason why a JSON string is not valid text.
  enum Problem: Error, CustomStringConvertible {
    case notUTF8, halfPair

    var description: String {
      switch self {
      case .notUTF8: "is not UTF-8"
      case .halfPair: "has half a surrogate pair"
      }
    }
  }

  /// Returns the text of a string or name found by yajl.
  ///
  /// - Parameters:
  ///   - bytes: The bytes from yajl, with escapes resolved.
  ///   - text: The whole text.
  ///   - end: The offset after the closing quotation mark.
  static func string(
    of bytes: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, endingAt end: @autoclosure () -> Int
  ) -> Result<String, Problem> {
    // If the string contains escapes, yajl has decoded it into another buffer.
    if let address = bytes.baseAddress, !text.contains(address: address) {
      let end = end()
      if hasHalfPair(text, in: start(of: text, endingAt: end)..<end) { return .failure(.halfPair) }
    }
    return String(validating: bytes, as: UTF8.self).map { .success($0) } ?? .failure(.notUTF8)
  }

  /// Returns the offset of the beginning of a string, given its end. Finds the opening quotation mark by its
  /// backslashes: each quotation mark within the string is preceded by an odd number of backslashes.
  ///
  /// - Parameter end: The offset after the closing quotation mark.
  static func start(of text: UnsafeBufferPointer<UInt8>, endingAt end: Int) -> Int {
    var offset = end - 2
    while offset > 0 {
      if text[offset] == UInt8(ascii: "\"") {
        var first = offset
        while first > 0, text[first - 1] == UInt8(ascii: "\\") { first -= 1 }
        if (offset - first).isMultiple(of: 2) { return offset }
        offset = first
      }
      offset -= 1
    }
    return 0
  }

  /// Returns true if the range contains an escape for an unpaired surrogate. Such a string is valid JSON, but not valid
  /// Unicode, and yajl replaces the surrogate by a question mark.
  static func hasHalfPair(_ text: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset + 1 < range.upperBound {
      guard text[offset] == UInt8(ascii: "\\") else {
        offset += 1
        continue
      }
      switch half(text, at: offset, range.upperBound) {
      case nil: offset += 2
      case .second: return true
      case .first:
        guard half(text, at: offset + 6, range.upperBound) == .second else { return true }
        offset += 12
      }
    }
    return false
  }

  private enum Half { case first, second }

  /// Returns the half of a surrogate pair that the escape represents: `\uD800` to `\uDBFF` are first halves, `\uDC00`
  /// to `\uDFFF` second halves.
  private static func half(_ text: UnsafeBufferPointer<UInt8>, at offset: Int, _ end: Int) -> Half? {
    guard offset + 5 < end, text[offset] == UInt8(ascii: "\\"), text[offset + 1] == UInt8(ascii: "u"),
      text[offset + 2] | 0x20 == UInt8(ascii: "d")
    else { return nil }
    switch text[offset + 3] | 0x20 {
    case UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b"): return .first
    case UInt8(ascii: "c")...UInt8(ascii: "f"): return .second
    default: return nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func contains(address: UnsafePointer<UInt8>) -> Bool {
    guard let baseAddress else { return false }
    return address >= baseAddress && address <= baseAddress + count
  }
}
