/// Puts one element together, with all that it holds, from what a reader reports.
struct XMLElementBuilder {
  /// How large an element may be, in bytes, each element inside it counted as some more. What goes beyond is not kept.
  static let limit = 1_048_576
  /// What an element takes besides its texts.
  private static let elementCost = 64

  /// The elements that are open, the outermost first.
  private var open: [XMLElement] = []
  /// Text that was reported and is not yet in the innermost element: it comes line by line.
  private var pending = ""
  /// How many elements are open that lie beyond the limit.
  private var passedOver = 0
  private var size = 0

  /// Whether the element was too large, and lacks something.
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

  /// - Returns: the whole element, when it was its end.
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
