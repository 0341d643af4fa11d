import CatalogModel

/// Converts simple HTML, as services use it in reviews and descriptions, to plain text. Handles line breaks,
/// paragraphs, emphasis, links and character references. Other text remains unchanged, including `a < b` and `<3`.
enum MarkupText {
  /// The names, in lowercase, of the tags that begin a line (`lines`) and of the tags without a meaning in plain text
  /// (`inline`).
  private static let lines: Set<String> = [
    "br", "p", "div", "li", "blockquote", "h1", "h2", "h3", "h4", "ul", "ol", "tr",
  ]
  private static let inline: Set<String> = [
    "b", "i", "u", "s", "em", "strong", "span", "a", "font", "small", "sub", "sup", "strike", "code", "cite", "img",
    "hr",
  ]
  private static let references = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—", "hellip": "…",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
  ]
  /// The maximum lengths of tags and references in bytes.
  private static let (maxTagLength, maxReferenceLength) = (2_000, 12)

  /// Returns the text without tags and with references resolved.
  static func plain(_ text: String) -> String {
    guard text.holds(UInt8(ascii: "<")) || text.holds(UInt8(ascii: "&")) else { return text }
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let tag = tag(rest) {
        if lines.contains(tag.name) { startLine(&output, isParagraph: tag.name != "br" && tag.name != "li") }
        rest = rest.dropFirst(tag.length)
      } else if byte == UInt8(ascii: "&"), let reference = reference(rest) {
        output += Array(reference.text.utf8)
        rest = rest.dropFirst(reference.length)
      } else {
        let end = rest.dropFirst().firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ?? rest.endIndex
        output += rest[..<end]
        rest = rest[end...]
      }
    }
    return String(decoding: output, as: UTF8.self).trimmed()
  }

  /// Starts a new line. A tag that begins a paragraph adds no line end if the output is already at the start of a line.
  private static func startLine(_ output: inout [UInt8], isParagraph: Bool) {
    if isParagraph, output.isEmpty || output.last == UInt8(ascii: "\n") { return }
    output.append(UInt8(ascii: "\n"))
  }

  private static func tag(_ bytes: ArraySlice<UInt8>) -> (name: String, length: Int)? {
    var inside = bytes.prefix(maxTagLength).dropFirst()
    if inside.first == UInt8(ascii: "/") { inside = inside.dropFirst() }
    let name = String(decoding: inside.prefix(while: \.isASCIILetterOrDigit), as: UTF8.self).lowercased()
    // Search for the end of the tag last, since most `<` characters are not followed by a known name.
    guard lines.contains(name) || inline.contains(name), let end = inside.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    return (name, end - bytes.startIndex + 1)
  }

  private static func reference(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    guard let end = bytes.prefix(maxReferenceLength).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[bytes.startIndex + 1..<end], as: UTF8.self)
    let length = end - bytes.startIndex + 1
    if let text = references[name] { return (text, length) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 32, let scalar = Unicode.Scalar(number) else { return nil }
    return (String(scalar), length)
  }
}
