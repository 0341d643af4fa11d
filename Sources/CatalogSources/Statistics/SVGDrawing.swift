import CatalogModel
import Platform

/// Draws the parts of a chart from top to bottom: columns, bars and labels as elements of SVG 1.1. The chart's style
/// sheet defines the colours of these elements.
struct SVGDrawing {
  /// The value of a column or a bar.
  struct Amount {
    let name: String
    let number: Int
    /// The number as formatted text.
    let text: String
  }

  /// The horizontal extent of a part: its left edge and its width.
  struct Strip {
    let x: Double
    let width: Double
  }

  /// The minimum number that a column or bar of full size represents. Without this minimum, the chart of a single book
  /// would look as if there were many books.
  private static let full = 2

  /// The elements, one per line.
  private(set) var elements: [String] = []

  mutating func text(_ text: String, _ kind: String, x: Double, y: Double, anchor: String = "start") {
    elements.append(
      "<text class=\"\(kind)\" x=\"\(Self.coordinate(x))\" y=\"\(Self.coordinate(y))\" text-anchor=\"\(anchor)\">"
        + "\(MarkupEscape.text(text))</text>")
  }

  /// Draws columns side by side on a base line, with heights proportional to their numbers. If there is not enough room
  /// for all names below the columns, only some names are written.
  ///
  /// - Parameters:
  ///   - base: The y coordinate of the base line.
  ///   - height: The height of the highest column.
  mutating func columns(_ amounts: [Amount], _ kind: String, in strip: Strip, base: Double, height: Double) {
    let maximum = Double(max(Self.full, amounts.map(\.number).max() ?? 0))
    let room = strip.width / Double(max(1, amounts.count))
    // A letter is about seven units wide.
    let maxNameWidth = Double(amounts.map(\.name.count).max() ?? 0) * 7 + 6
    let maxNumberWidth = Double(amounts.map(\.text.count).max() ?? 0) * 6.5 + 2
    let nameEvery = max(1, Int((maxNameWidth / room).rounded(.up)))
    for (index, amount) in amounts.enumerated() {
      let left = strip.x + Double(index) * room
      let middle = left + room / 2
      let size = Double(amount.number) / maximum * height
      if amount.number > 0 {
        bar(
          kind, x: left + room * 0.14, y: base - max(2, size), width: room * 0.72, height: max(2, size),
          saying: "\(amount.name): \(amount.text)")
        if maxNumberWidth <= room {
          text(amount.text, "number", x: middle, y: base - max(2, size) - 5, anchor: "middle")
        }
      }
      // Count from the last column, since the latest period matters most.
      if (amounts.count - 1 - index).isMultiple(of: nameEvery) {
        text(amount.name, "name", x: middle, y: base + 17, anchor: "middle")
      }
    }
    elements.append(
      "<line class=\"axis\" x1=\"\(Self.coordinate(strip.x))\" y1=\"\(Self.coordinate(base))\" "
        + "x2=\"\(Self.coordinate(strip.x + strip.width))\" y2=\"\(Self.coordinate(base))\"/>")
  }

  /// The height of a row of ``bars(_:_:in:y:)``.
  static let rowHeight = 24.0

  /// Draws bars below each other, with lengths proportional to their numbers. The names are on their left.
  mutating func bars(_ amounts: [Amount], _ kind: String, in strip: Strip, y: Double) {
    let maximum = Double(max(Self.full, amounts.map(\.number).max() ?? 0))
    let names = min(strip.width * 0.46, 220)
    let maxLength = strip.width - names - 44
    for (index, amount) in amounts.enumerated() {
      let top = y + Double(index) * Self.rowHeight
      let length = max(2, Double(amount.number) / maximum * maxLength)
      text(Self.shortened(amount.name, width: names - 10), "name", x: strip.x, y: top + 13)
      bar(
        kind, x: strip.x + names, y: top + 2, width: length, height: 15, saying: "\(amount.name): \(amount.text)")
      text(amount.text, "number", x: strip.x + names + length + 6, y: top + 14)
    }
  }

  private mutating func bar(
    _ kind: String, x: Double, y: Double, width: Double, height: Double, saying text: String
  ) {
    elements.append(
      "<rect class=\"\(kind)\" x=\"\(Self.coordinate(x))\" y=\"\(Self.coordinate(y))\" "
        + "width=\"\(Self.coordinate(width))\" height=\"\(Self.coordinate(height))\" "
        + "rx=\"2\"><title>\(MarkupEscape.text(text))</title></rect>")
  }

  // MARK: Texts

  /// Returns the text, cut to the given width. A letter is about seven units wide, and a letter of a wide script twice
  /// as wide.
  static func shortened(_ text: String, width: Double) -> String {
    var rest = width
    var end = text.startIndex
    while end < text.endIndex {
      rest -= text[end].unicodeScalars.first.map { $0.value >= 0x1100 } ?? false ? 14 : 7
      if rest < 0 { return text[..<end].trimmingEnd + "…" }
      end = text.index(after: end)
    }
    return text
  }

  /// Returns the number with one decimal.
  private static func coordinate(_ number: Double) -> String { ((number * 10).rounded() / 10).shortest }
}

extension Substring {
  /// The text without whitespace at its end.
  fileprivate var trimmingEnd: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
