/// XML as many programs write it into books: with entities of HTML, signs that are not escaped, prefixes that stand for
/// nothing, declarations of what a reader of XML 1.0 refuses. It is mended where it cannot be read as it is.
enum MendedXML {
  /// Reads a part of a document, the first element of one of these names, as it is, and mended where that fails.
  ///
  /// - Returns: the attributes of the root, the element, and whether it was mended: then its texts may hold references to
  ///   characters still (``MarkupText``).
  /// - Throws: why it cannot be read as it is.
  static func part(
    _ names: String..., of bytes: [UInt8], limit: Int
  ) throws(XMLFailure) -> (root: XMLElement, element: XMLElement, isMended: Bool) {
    do {
      let (root, element) = try XMLPart.read(names, of: bytes, limit: limit)
      return (root, element, false)
    } catch {
      guard error.code != .tooLarge, let mended = mended(bytes[..<min(limit, bytes.count)]),
        let (root, element) = try? XMLPart.read(names, of: mended, limit: mended.count)
      else { throw error }
      return (root, element, true)
    }
  }

  /// - Returns: `nil` for what has more than one byte a letter, such as UTF-16.
  private static func mended(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard !bytes.prefix(4).contains(0), !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else {
      return nil
    }
    var rest = bytes.withoutMark
    rest = rest.drop { $0 <= 32 }
    var mended: [UInt8] = []
    if rest.starts(with: Array("<?xml".utf8)), let end = range(of: "?>", in: rest) {
      // Of XML 1.1 what is new is not in books; what is the same is all that is read.
      mended += replacing("1.1", by: "1.0", in: rest[..<end.upperBound])
      rest = rest[end.upperBound...]
    }
    rest = withoutDeclarations(rest, before: &mended)
    appendEscaped(rest, to: &mended)
    return declared(mended)
  }

  private static func replacing(_ old: String, by new: String, in bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let range = range(of: old, in: bytes) else { return Array(bytes) }
    return Array(bytes[..<range.lowerBound]) + Array(new.utf8) + Array(bytes[range.upperBound...])
  }

  /// What stands behind a document type, which declares entities or stands where none may.
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

  /// Escapes each `&` that begins no reference that XML knows by itself.
  private static func appendEscaped(_ bytes: ArraySlice<UInt8>, to mended: inout [UInt8]) {
    let known: Set<String> = ["amp", "lt", "gt", "quot", "apos"]
    for index in bytes.indices {
      mended.append(bytes[index])
      guard bytes[index] == UInt8(ascii: "&") else { continue }
      let name = bytes[(index + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
      let isEnded = name.endIndex < bytes.endIndex && bytes[name.endIndex] == UInt8(ascii: ";")
      let isNumber = name.first == UInt8(ascii: "#")
      if !isEnded || !isNumber && !known.contains(String(decoding: name, as: UTF8.self)) { mended += "amp;".utf8 }
    }
  }

  /// The prefixes that books use, and what they stand for.
  private static let prefixes = [
    ("opf", "http://www.idpf.org/2007/opf"), ("dc", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"), ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("calibre", "http://calibre.kovidgoyal.net/2009/metadata"), ("l", "http://www.w3.org/1999/xlink"),
    ("xlink", "http://www.w3.org/1999/xlink"),
  ]

  /// With a declaration of each prefix that has none.
  private static func declared(_ bytes: [UInt8]) -> [UInt8] {
    var index = bytes.startIndex
    // The first tag that is neither a declaration nor a comment.
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

  /// Where a word stands first. What the standard library has for all collections takes some hundred times as long, and asks
  /// for memory at each byte.
  private static func range(of word: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let wanted = Array(word.utf8)
    let start = bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.dropLast(wanted.count - 1).first { start in
        bytes[start] == wanted[0] && wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
      }
    }
    guard let lower = start.map({ bytes.startIndex + $0 }) else { return nil }
    return lower..<(lower + wanted.count)
  }
}
