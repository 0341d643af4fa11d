/// A document that consists of one small element.
final class XMLDocument: XMLHandler {
  private var builder = XMLElementBuilder()
  private var root: XMLElement?

  private init() {}

  /// Returns the root element of a document with all its content.
  ///
  /// - Throws: ``XMLFailure`` if the document cannot be parsed, or if the element exceeds ``XMLElementBuilder/limit``.
  static func element(of bytes: [UInt8]) throws(XMLFailure) -> XMLElement {
    let document = XMLDocument()
    try XMLReader(document).read(bytes, isLast: true)
    guard let root = document.root, !document.builder.isCut else {
      throw XMLFailure(code: .tooLarge, line: 1, cause: "it has more than \(XMLElementBuilder.limit) bytes")
    }
    return root
  }

  func begin(_ name: XMLName, _ attributes: [XMLAttribute]) { builder.begin(name, attributes) }
  func text(_ text: String) { builder.text(text) }
  func end() { if let element = builder.end() { root = element } }
}
