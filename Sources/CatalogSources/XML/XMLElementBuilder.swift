/// Builds one element with all its content from a parser's events.
struct XMLElementBuilder {
  /// The maximum size of an element in bytes. Each nested element adds ``elementCost`` bytes to the size. Content
  /// beyond the limit is dropped.
  static let limit = 1_048_576
  /// The size of an element in bytes, in addition to its text.
  private static let elementCost = 64

  /// The open elements, the outermost first.
  private var open: [XMLElement] = []
  /// Text that is not yet part of the innermost element. The parser reports text line by line.
  private var pending = ""
  /// The number of open elements that are dropped because of the limit.
  private var passedOver = 0
  private var size = 0

  /// True if the element exceeded the limit and is incomplete.
  var isCut: Bool { size > Self.limit }

  mutating func begin(_ name: XMLName, _ attributes: [XMLAttribute]) {
    size += attributes.reduce(Self.elementCost) { $0 + $1.value.utf8.count + Self.elementCost }
    guard !isCut || open.isEmpty else {
      passedOver += 1
      return
    }
    flush()
    open.append(XMLElement(name: name, attributes: isCut ? [] : attributes))
  }

  mutating func text(_ text: String) {
    size += text.utf8.count
    if !isCut, passedOver == 0 { pending += text }
  }

  private mutating func flush() {
    guard !pending.isEmpty, let last = open.indices.last else { return }
    open[last].nodes.append(.text(pending))
    pending = ""
  }

  /// Ends the innermost open element.
  ///
  /// - Returns: The whole element, if the outermost element ended.
  mutating func end() -> XMLElement? {
    if passedOver > 0 {
      passedOver -= 1
      return nil
    }
    flush()
    guard let ended = open.popLast() else { return nil }
    guard let last = open.indices.last else { return ended }
    open[last].nodes.append(.element(ended))
    return nil
  }
}
