import FoundationEssentials

/// Finds the images of a FictionBook. They are `binary` elements after the text, each with an id and its bytes in
/// base64. The search works on bytes, because the text can have any size and need not be well-formed XML.
enum FictionBookImage {
  /// The maximum number of bytes to read from a document.
  static let documentLimit = 32 * 1_048_576

  /// Returns a name that identifies an image in a document within an archive.
  static func name(of image: String, in member: String) -> String { "\(member)#\(image)" }

  /// Splits a name that ``name(of:in:)`` returned into its parts.
  static func parts(of name: String) -> (member: String, image: String)? {
    guard let separator = name.lastIndex(of: "#") else { return nil }
    return (String(name[..<separator]), String(name[name.index(after: separator)...]))
  }

  /// Returns true if the bytes begin like a FictionBook in a single-byte encoding or UTF-8.
  static func isOne(_ start: [UInt8]) -> Bool { find("<FictionBook", in: start, from: 0) != nil }

  /// Returns the bytes of an image.
  ///
  /// - Parameter limit: The maximum size of the image in bytes.
  /// - Throws: ``ArchiveFailure`` if the image is missing, too large, or not valid base64.
  static func contents(of name: String, in document: [UInt8], atMost limit: Int) throws(ArchiveFailure) -> [UInt8] {
    var position = 0
    while let start = find("<binary", in: document, from: position) {
      guard let open = find(">", in: document, from: start) else { break }
      position = open + 1
      guard attribute("id", in: document[start..<open]) == name else { continue }
      let end = find("<", in: document, from: position) ?? document.count
      // Base64 uses four characters for three bytes, plus line breaks.
      guard end - position <= 2 * limit else {
        throw ArchiveFailure(.tooLarge, "its image has more than \(limit) bytes")
      }
      guard let image = Data(base64Encoded: Data(document[position..<end]), options: .ignoreUnknownCharacters) else {
        throw ArchiveFailure(.damaged, "its image is not valid base64")
      }
      guard image.count <= limit else { throw ArchiveFailure(.tooLarge, "its image has more than \(limit) bytes") }
      return Array(image)
    }
    throw ArchiveFailure(.missing, "the book contains no image with that name")
  }

  /// Returns the value of an attribute in the bytes of a tag.
  private static func attribute(_ name: String, in tag: ArraySlice<UInt8>) -> String? {
    var rest = String(decoding: tag, as: UTF8.self).unicodeScalars.drop { !$0.properties.isWhitespace }
    while let separator = rest.firstIndex(of: "=") {
      let found = String(rest[..<separator]).trimmed()
      let value = rest[rest.index(after: separator)...].drop { $0.properties.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
      let text = value.dropFirst().prefix { $0 != quote }
      if found == name { return String(text) }
      rest = value[text.endIndex...].dropFirst()
    }
    return nil
  }

  /// Returns the offset of the first occurrence of a word at or after a position.
  private static func find(_ word: String, in bytes: [UInt8], from start: Int) -> Int? {
    let pattern = Array(word.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var position = start
      while position <= bytes.count - pattern.count {
        if bytes[position] == pattern[0], pattern.indices.allSatisfy({ bytes[position + $0] == pattern[$0] }) {
          return position
        }
        position += 1
      }
      return nil
    }
  }
}
