import CatalogSources

/// Writes a page: HTML that any reader of XML reads, too. Whatever comes from outside is a text or the value of an attribute, and
/// is escaped here; names of elements and attributes are ours (``HTMLTag``, ``HTMLAttribute``).
struct HTMLWriter {
  /// What was written.
  private(set) var bytes: [UInt8] = Array("<!DOCTYPE html>\n".utf8)

  /// An element with what is written within it.
  mutating func element(
    _ tag: HTMLTag, _ attributes: HTMLAttribute..., content: (inout HTMLWriter) throws -> Void
  ) rethrows {
    open(tag, attributes)
    bytes += ">".utf8
    try content(&self)
    close(tag)
  }

  /// An element that holds a text.
  mutating func element(_ tag: HTMLTag, _ attributes: HTMLAttribute..., text: String) {
    open(tag, attributes)
    bytes += ">".utf8
    self.text(text)
    close(tag)
  }

  /// An element without content, which has no end tag: `<br/>`.
  mutating func void(_ tag: HTMLTag, _ attributes: HTMLAttribute...) { void(tag, attributes) }

  /// The same with attributes that depend on something.
  mutating func void(_ tag: HTMLTag, _ attributes: [HTMLAttribute]) {
    open(tag, attributes)
    bytes += "/>".utf8
  }

  /// A field of a form that nobody sees.
  mutating func hidden(_ name: String, _ value: String) {
    void(.input, .with(.type, "hidden"), .with(.name, name), .with(.value, value))
  }

  /// A link with a text.
  mutating func link(_ text: String, to address: PageAddress, _ attributes: HTMLAttribute...) {
    open(.a, [.href(address)] + attributes)
    bytes += ">".utf8
    self.text(text)
    close(.a)
  }

  /// A text, with its lines: a field of a form is sent back as it was.
  mutating func text(_ text: String) { bytes += MarkupEscape.text(text, lines: .kept).utf8 }

  /// The end of a line of the document: white space, for those who read it as it stands.
  mutating func line() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func open(_ tag: HTMLTag, _ attributes: [HTMLAttribute]) {
    bytes += "<\(tag.rawValue)".utf8
    for attribute in attributes {
      bytes += " \(attribute.name)=\"\(MarkupEscape.text(attribute.value, lines: .numbered))\"".utf8
    }
  }

  private mutating func close(_ tag: HTMLTag) { bytes += "</\(tag.rawValue)>".utf8 }
}
