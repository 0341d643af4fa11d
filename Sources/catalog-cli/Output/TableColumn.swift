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

  init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  init(stringLiteral text: String) {
    self.init(text)
  }
}
