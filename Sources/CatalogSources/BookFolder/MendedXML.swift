/// Parses XML with the errors that are common in books: HTML entities, unescaped characters, undeclared prefixes, and
/// declarations that XML 1.0 parsers reject. Documents are repaired only if they cannot be parsed as they are.
enum MendedXML {
  /// Parses a part of a document: the first element with one of the given names. If parsing fails, the document is
  /// repaired and parsed again.
  ///
  /// - Returns: The attributes of the root, the element, and true if the document was repaired. Text in a repaired
  ///   document may still contain character references (``MarkupText``).
  /// - Throws: The reason why the original document cannot be parsed.
  static func part(
    _ names: String..., of bytes: [UInt8], limit: Int
  ) throws(XMLFailure) -> (root: XMLElement, element: XMLElement, isRepaired: Bool) {
    do {
      let (root, element) = try XMLPart.read(names, of: bytes, limit: limit)
      return (root, element, false)
    } catch {
      guard error.code != .tooLarge, let repaired = repaired(bytes[..<min(limit, bytes.count)]),
        let (root, element) = try? XMLPart.read(names, of: repaired, limit: repaired.count)
      else { throw error }
      return (root, element, true)
    }
  }

  /// Repairs a document. Returns `nil` for multi-byte encodings such as UTF-16.
  private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard !bytes.prefix(4).contains(0), !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else {
      return nil
    }
    var rest = bytes.withoutMark
    rest = rest.drop { $0 <= 32 }
    var repaired: [UInt8] = []
    if rest.starts(with: Array("<?xml".utf8)), let end = range(of: "?>", in: rest) {
      // Books do not use the features that are new in XML 1.1, so reading XML 1.1 as 1.0 is sufficient.
      repaired += replacing("1.1", by: "1.0", in: rest[..<end.upperBound])
      rest = rest[end.upperBound...]
    }
    rest = withoutDeclarations(rest, before: &repaired)
    appendEscaped(rest, to: &repaired)
    return declared(repaired)
  }

  private static func replacing(_ old: String, by new: String, in bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let range = range(of: old, in: bytes) else { return Array(bytes) }
    return Array(bytes[..<range.lowerBound]) + Array(new.utf8) + Array(bytes[range.upperBound...])
  }

  /// Removes the document type declaration, which may declare entities or be misplaced. Returns the bytes after the
  /// declaration and appends the bytes before it to `before`.
  private static func withoutDeclarations(_ bytes: ArraySlice<UInt8>, before: inout [UInt8]) -> ArraySlice<UInt8> {
    guard let start = range(of: "<!DOCTYPE", in: bytes.prefix(4_096)) else { return bytes }
    before += bytes[..<start.lowerBound]
    var depth = 0
    for index in start.upperBound..<bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return bytes[(index + 1)...]
      default: break
      }
    }
    return []
  }

  /// Escapes each `&` that does not begin a numeric reference or a reference that XML predefines.
  private static func appendEscaped(_ bytes: ArraySlice<UInt8>, to repaired: inout [UInt8]) {
    let known: Set<String> = ["amp", "lt", "gt", "quot", "apos"]
    for index in bytes.indices {
      repaired.append(bytes[index])
      guard bytes[index] == UInt8(ascii: "&") else { continue }
      let name = bytes[(index + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
      let isEnded = name.endIndex < bytes.endIndex && bytes[name.endIndex] == UInt8(ascii: ";")
      let isNumber = name.first == UInt8(ascii: "#")
      if !isEnded || !isNumber && !known.contains(String(decoding: name, as: UTF8.self)) { repaired += "amp;".utf8 }
    }
  }

  /// The namespace prefixes that books use.
  private static let prefixes = [
    ("opf", "http://www.idpf.org/2007/opf"), ("dc", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"), ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("calibre", "http://calibre.kovidgoyal.net/2009/metadata"), ("l", "http://www.w3.org/1999/xlink"),
    ("xlink", "http://www.w3.org/1999/xlink"),
  ]

  /// Declares each namespace prefix that the document does not declare.
  private static func declared(_ bytes: [UInt8]) -> [UInt8] {
    var index = bytes.startIndex
    // Find the first tag that is neither a declaration nor a comment.
    while let tag = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let name = bytes[(tag + 1)...].prefix { ![32, 9, 10, 13, 47, 62].contains($0) }
      if let first = name.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") {
        var additions: [UInt8] = []
        for (prefix, namespace) in prefixes where range(of: "xmlns:\(prefix)=", in: bytes[...]) == nil {
          additions += " xmlns:\(prefix)=\"\(namespace)\"".utf8
        }
        return Array(bytes[..<name.endIndex]) + additions + Array(bytes[name.endIndex...])
      }
      index = tag + 1
    }
    return bytes
  }

  /// Returns the range of the first occurrence of a word. The generic method of the standard library is about 100 times
  /// slower and allocates memory for each byte.
  private static func range(of word: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let pattern = Array(word.utf8)
    let start = bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.dropLast(pattern.count - 1).first { start in
        bytes[start] == pattern[0] && pattern.indices.allSatisfy { bytes[start + $0] == pattern[$0] }
      }
    }
    guard let lower = start.map({ bytes.startIndex + $0 }) else { return nil }
    return lower..<(lower + pattern.count)
  }
}
