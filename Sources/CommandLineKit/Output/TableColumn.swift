/// One column of a table: its title and what happens to it where the terminal is narrow.
package struct TableColumn: Sendable {
  package let title: String
  package let alignment: DisplayWidth.Alignment
  /// The cells below which it is not cut; nil for a column that is shown whole or not at all, such as ids.
  package let minimumWidth: Int?
  /// The cells above which it is cut, however much room there is; nil for none.
  package let maximumWidth: Int?
  /// Columns of lower importance are cut first, and left out first.
  package let importance: Int
  /// Whether it is left out where none of its cells says anything.
  package let isOptional: Bool

  package init(
    _ title: String, alignment: DisplayWidth.Alignment = .left, minimumWidth: Int? = nil,
    maximumWidth: Int? = nil, importance: Int = 0, isOptional: Bool = false
  ) {
    self.title = title
    self.alignment = alignment
    self.minimumWidth = minimumWidth
    self.maximumWidth = maximumWidth
    self.importance = importance
    self.isOptional = isOptional
  }
}

/// One cell of a table: text as it is stored, and how it looks.
package struct TableCell: Sendable, ExpressibleByStringLiteral {
  package let text: String
  package let style: Style
  /// Finds parts that stand out, in the text as it is shown.
  package let marks: Marks?

  package typealias Marks = @Sendable (String) -> [Range<String.Index>]

  package init(_ text: String, style: Style = .plain, marks: Marks? = nil) {
    self.text = text
    self.style = style
    self.marks = marks
  }

  /// The text, or what of it fits, in the cell's style.
  package func styled(_ text: String, when usesColor: Bool) -> String {
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

  package init(stringLiteral text: String) {
    self.init(text)
  }
}
