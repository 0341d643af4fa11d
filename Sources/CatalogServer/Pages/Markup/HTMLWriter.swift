import CatalogSources

/// A writer for a page in HTML that is also well-formed XML. External data can only be text or the value of an
/// attribute, and is escaped here. The names of elements and attributes are fixed (``HTMLTag``, ``HTMLAttribute``).
struct HTMLWriter {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = Array("<!DOCTYPE html>\n".utf8)

  /// Writes an element and its content.
  mutating func element(
    _ tag: HTMLTag, _ attributes: HTMLAttribute..., content: (inout HTMLWriter) throws -> Void
  ) rethrows {
    try element(tag, attributes, content: content)
  }

  /// Writes an element with an array of attributes, and its content.
  mutating func element(
    _ tag: HTMLTag, _ attributes: [HTMLAttribute], content: (inout HTMLWriter) throws -> Void
  ) rethrows {
    open(tag, attributes)
    bytes += ">".utf8
    try content(&self)
    close(tag)
  }

  /// Writes an element that contains a text.
  mutating func element(_ tag: HTMLTag, _ attributes: HTMLAttribute..., text: String) {
    open(tag, attributes)
    bytes += ">".utf8
    self.text(text)
    close(tag)
  }

  /// Writes an element without content or end tag, such as `<br/>`.
  mutating func void(_ tag: HTMLTag, _ attributes: HTMLAttribute...) { void(tag, attributes) }

  /// Writes an element without content or end tag, with an array of attributes.
  mutating func void(_ tag: HTMLTag, _ attributes: [HTMLAttribute]) {
    open(tag, attributes)
    bytes += "/>".utf8
  }

  /// Writes a hidden field of a form.
  mutating func hidden(_ name: String, _ value: String) {
    void(.input, .with(.type, "hidden"), .with(.name, name), .with(.value, value))
  }

  /// Writes a link with a text.
  mutating func link(_ text: String, to address: PageAddress, _ attributes: HTMLAttribute...) {
    open(.a, [.href(address)] + attributes)
    bytes += ">".utf8
    self.text(text)
    close(.a)
  }

  /// Writes a text. Line breaks are kept, so that a field of a form is sent back unchanged.
  mutating func text(_ text: String) { bytes += MarkupEscape.text(text, lines: .kept).utf8 }

  /// Writes a line break into the document, for people who read its source.
  mutating func line() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func open(_ tag: HTMLTag, _ attributes: [HTMLAttribute]) {
    bytes += "<\(tag.rawValue)".utf8
    for attribute in attributes {
      bytes += " \(attribute.name)=\"\(MarkupEscape.text(attribute.value, lines: .numbered))\"".utf8
    }
  }

  private mutating func close(_ tag: HTMLTag) { bytes += "</\(tag.rawValue)>".utf8 }
}
