/// The name of an element or an attribute, with its resolved namespace.
struct XMLName: Hashable {
  let local: String
  /// The namespace, or an empty string if there is none.
  let namespace: String

  init(_ local: String, in namespace: String = "") {
    self.local = local
    self.namespace = namespace
  }
}

struct XMLAttribute {
  let name: XMLName
  let value: String
}

extension [XMLAttribute] {
  /// The value of the attribute with a local name and no namespace.
  subscript(local: String) -> String? { first { $0.name.namespace.isEmpty && $0.name.local == local }?.value }
}

/// An element with all its content.
struct XMLElement {
  enum Node {
    case text(String)
    case element(XMLElement)
  }

  let name: XMLName
  var attributes: [XMLAttribute] = []
  var nodes: [Node] = []

  /// The child elements.
  var elements: some Sequence<XMLElement> {
    nodes.lazy.compactMap { node in
      guard case .element(let element) = node else { return nil }
      return element
    }
  }

  /// The value of an attribute that has no namespace.
  subscript(attribute local: String) -> String? { attributes[local] }

  /// The text of the element and all its descendants, with a line break for each element that starts a new line in a
  /// browser.
  var text: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    for node in nodes {
      switch node {
      case .text(let part): text += part
      case .element(let element):
        element.append(to: &text)
        if Self.lines.contains(element.name.local) { text += "\n" }
      }
    }
  }

  /// The elements of XHTML after which a new line begins.
  private static let lines: Set<String> = ["br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"]
}

extension XMLElement {
  /// The element as self-contained XML: each element declares its namespace.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, inside: "")
    return bytes
  }

  private func write(to bytes: inout [UInt8], inside namespace: String) {
    bytes.append(UInt8(ascii: "<"))
    bytes += name.local.utf8
    if name.namespace != namespace { Self.write("xmlns", name.namespace, to: &bytes) }
    for (number, attribute) in attributes.enumerated() {
      let (local, space) = (attribute.name.local, attribute.name.namespace)
      switch space {
      case "": Self.write(local, attribute.value, to: &bytes)
      case Self.xml: Self.write("xml:\(local)", attribute.value, to: &bytes)
      default:
        Self.write("xmlns:n\(number)", space, to: &bytes)
        Self.write("n\(number):\(local)", attribute.value, to: &bytes)
      }
    }
    if nodes.isEmpty {
      bytes += "/>".utf8
      return
    }
    bytes.append(UInt8(ascii: ">"))
    for node in nodes {
      switch node {
      case .text(let text): Self.write(text, to: &bytes)
      case .element(let element): element.write(to: &bytes, inside: name.namespace)
      }
    }
    bytes += "</".utf8
    bytes += name.local.utf8
    bytes.append(UInt8(ascii: ">"))
  }

  /// The namespace of `xml:lang` and `xml:base`, which needs no declaration.
  private static let xml = "http://www.w3.org/XML/1998/namespace"

  private static func write(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: " "))
    bytes += name.utf8
    bytes += "=\"".utf8
    write(value, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      // A parser would convert these characters to a space or to another line break.
      case 9, 10, 13: bytes += "&#\(byte);".utf8
      default: bytes.append(byte)
      }
    }
  }
}
