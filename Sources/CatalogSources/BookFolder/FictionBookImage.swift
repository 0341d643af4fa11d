import FoundationEssentials

/// The images of a FictionBook: elements `binary` behind its text, each with its name and its bytes in base64. They are looked
/// for as bytes, since the text in front of them may be of any size and need not be whole XML.
enum FictionBookImage {
  /// How many bytes of a document are read.
  static let documentLimit = 32 * 1_048_576

  /// How the image of a document in an archive is called, by which it is found again.
  static func name(of image: String, in member: String) -> String { "\(member)#\(image)" }

  /// The parts of such a name.
  static func parts(of name: String) -> (member: String, image: String)? {
    guard let sign = name.lastIndex(of: "#") else { return nil }
    return (String(name[..<sign]), String(name[name.index(after: sign)...]))
  }

  /// Whether bytes begin as a FictionBook does, of one byte a letter.
  static func isOne(_ start: [UInt8]) -> Bool { find("<FictionBook", in: start, from: 0) != nil }

  /// The bytes of an image.
  ///
  /// - Parameter limit: how many there may be.
  /// - Throws: ``ArchiveFailure`` where there is none, it is too large, or it is no base64.
  static func contents(of name: String, in document: [UInt8], atMost limit: Int) throws(ArchiveFailure) -> [UInt8] {
    var place = 0
    while let start = find("<binary", in: document, from: place) {
      guard let open = find(">", in: document, from: start) else { break }
      place = open + 1
      guard attribute("id", in: document[start..<open]) == name else { continue }
      let end = find("<", in: document, from: place) ?? document.count
      // Four signs for three bytes, and line breaks between them.
      guard end - place <= 2 * limit else {
        throw ArchiveFailure(.tooLarge, "its image has more than \(limit) bytes")
      }
      guard let image = Data(base64Encoded: Data(document[place..<end]), options: .ignoreUnknownCharacters) else {
        throw ArchiveFailure(.damaged, "its image is not written in base64")
      }
      guard image.count <= limit else { throw ArchiveFailure(.tooLarge, "its image has more than \(limit) bytes") }
      return Array(image)
    }
    throw ArchiveFailure(.missing, "the book holds no image of that name")
  }

  /// The value of an attribute in the bytes of a tag.
  private static func attribute(_ name: String, in tag: ArraySlice<UInt8>) -> String? {
    var rest = String(decoding: tag, as: UTF8.self).unicodeScalars.drop { !$0.properties.isWhitespace }
    while let sign = rest.firstIndex(of: "=") {
      let found = String(rest[..<sign]).trimmed()
      let value = rest[rest.index(after: sign)...].drop { $0.properties.isWhitespace }
      guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
      let text = value.dropFirst().prefix { $0 != quote }
      if found == name { return String(text) }
      rest = value[text.endIndex...].dropFirst()
    }
    return nil
  }

  /// Where a word stands first, from a place on.
  private static func find(_ word: String, in bytes: [UInt8], from start: Int) -> Int? {
    let wanted = Array(word.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var place = start
      while place <= bytes.count - wanted.count {
        if bytes[place] == wanted[0], wanted.indices.allSatisfy({ bytes[place + $0] == wanted[$0] }) { return place }
        place += 1
      }
      return nil
    }
  }
}
