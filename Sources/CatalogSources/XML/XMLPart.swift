/// Finds the first element with one of several names at any depth of a document, and the attributes of the root
/// element. Intended for documents whose beginning is sufficient. The rest of such a document may be long or broken.
final class XMLPart: XMLHandler {
  private let names: [String]
  private var builder = XMLElementBuilder()
  private var depth = 0
  private(set) var root: XMLElement?
  private(set) var element: XMLElement?

  private init(_ names: [String]) { self.names = names }

  /// The number of bytes that the parser is given at a time.
  private static let piece = 65_536

  /// Returns the root and the element that was found.
  ///
  /// - Parameters:
  ///   - names: The accepted local names, in any namespace.
  ///   - limit: The maximum number of bytes of the document that are read.
  /// - Throws: ``XMLFailure`` if the document cannot be read, or if the element is missing or too large.
  static func read(
    _ names: [String], of bytes: [UInt8], limit: Int
  ) throws(XMLFailure) -> (root: XMLElement, XMLElement) {
    let part = XMLPart(names)
    let name = names.joined(separator: "> or <")
    let reader = try XMLReader(part)
    let end = min(limit, bytes.count)
    var start = 0
    while part.element == nil, start < end {
      let next = min(start + piece, end)
      do {
        try reader.read(Array(bytes[start..<next]), isLast: next == bytes.count)
      } catch {
        if part.element == nil { throw error }
      }
      start = next
    }
    guard !part.builder.isCut else { throw XMLFailure(code: .tooLarge, line: 1, cause: "<\(name)> is too large") }
    guard let root = part.root, let element = part.element else {
      throw XMLFailure(code: .malformed, line: 1, cause: "it contains no complete <\(name)>")
    }
    return (root, element)
  }

  func begin(_ name: XMLName, _ attributes: [XMLAttribute]) {
    if root == nil { root = XMLElement(name: name, attributes: attributes) }
    guard element == nil, depth > 0 || names.contains(name.local) else { return }
    depth += 1
    builder.begin(name, attributes)
  }

  func text(_ text: String) { if depth > 0 { builder.text(text) } }

  func end() {
    guard depth > 0 else { return }
    depth -= 1
    if let whole = builder.end() { element = whole }
  }
}
