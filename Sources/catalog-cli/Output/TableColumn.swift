/// One column of a table: its title and what happens to it where the terminal is narrow.
struct TableColumn: Sendable {
  let title: String
  let alignment: DisplayWidth.Alignment
  /// The cells below which it is not cut; nil for a column that is shown whole or not at all, such as ids.
  let minimumWidth: Int?
  /// Columns of lower importance are cut first, and left out first.
  let importance: Int

  init(_ title: String, alignment: DisplayWidth.Alignment = .left, minimumWidth: Int? = nil, importance: Int = 0) {
    self.title = title
    self.alignment = alignment
    self.minimumWidth = minimumWidth
    self.importance = importance
  }
}

/// One cell of a table: text as it is stored, and how it looks.
struct TableCell: Sendable, ExpressibleByStringLiteral {
  let text: String
  let style: Style
  /// Finds parts that stand out, in the text as it is shown.
  let marks: Marks?

  typealias Marks = @Sendable (String) -> [Range<String.Index>]

  init(_ text: String, style: Style = .plain, marks: Marks? = nil) {
    self.text = text
    self.style = style
    self.marks = marks
  }

  /// The text, or what of it fits, in the cell's style.
  func styled(_ text: String, when usesColor: Bool) -> String {
    guard usesColor, let marks else { return style.applied(to: text, when: usesColor) }
    var result = ""
    var end = text.startIndex
    for range in marks(text) {
      result += style.applied(to: String(text[end..<range.lowerBound]), when: true)
      result += Style.match.applied(to: String(text[range]), when: true)
      end = range.upperBound
    }
    return result + style.applied(to: String(text[end...]), when: true)
  }

  init(stringLiteral text: String) {
    self.init(text)
  }
}
