/// A column of a table. It has a title, and rules for a narrow terminal.
package struct TableColumn: Sendable {
  package let title: String
  package let alignment: DisplayWidth.Alignment
  /// The minimum width in cells when the column is truncated; `nil` for a column that is omitted rather than truncated,
  /// such as a column of ids.
  package let minimumWidth: Int?
  /// The maximum width in cells, even if there is room for more; `nil` for no limit.
  package let maximumWidth: Int?
  /// The importance of the column. Columns of lower importance are truncated and omitted first.
  package let importance: Int
  /// True if the column is omitted when all its cells are empty.
  package let isOptional: Bool
  /// True if a text that is wider than the column continues on the next line; false if it is truncated.
  package let wraps: Bool

  package init(
    _ title: String, alignment: DisplayWidth.Alignment = .left, minimumWidth: Int? = nil,
    maximumWidth: Int? = nil, importance: Int = 0, isOptional: Bool = false, wraps: Bool = false
  ) {
    self.title = title
    self.alignment = alignment
    self.minimumWidth = minimumWidth
    self.maximumWidth = maximumWidth
    self.importance = importance
    self.isOptional = isOptional
    self.wraps = wraps
  }
}

/// One cell of a table: the stored text and its style.
package struct TableCell: Sendable, ExpressibleByStringLiteral {
  package let text: String
  package let style: Style
  /// A closure that returns the ranges of the displayed text to highlight.
  package let marks: Marks?

  package typealias Marks = @Sendable (String) -> [Range<String.Index>]

  package init(_ text: String, style: Style = .plain, marks: Marks? = nil) {
    self.text = text
    self.style = style
    self.marks = marks
  }

  /// Returns `text` with the cell's style and highlighting. `text` is the cell's text, which may have been truncated.
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
