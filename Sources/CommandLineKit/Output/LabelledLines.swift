/// A writer for pairs of a label and a value. On a terminal, the values are aligned in a column. Elsewhere, each line
/// is `label<TAB>value`.
package struct LabelledLines {
  /// The width of the label column on a terminal, in cells.
  package let labelWidth: Int
  package let stream: StandardStream
  package let settings: TerminalSettings

  package init(labelWidth: Int, stream: StandardStream, settings: TerminalSettings) {
    self.labelWidth = labelWidth
    self.stream = stream
    self.settings = settings
  }

  /// Writes one label and its value.
  ///
  /// - Parameter style: The style of the value on a terminal with colours.
  package func write(_ label: String, _ value: String, style: Style = .plain) throws {
    guard settings.isTerminal else {
      var row = Array("\(label)\t".utf8)
      VisibleText.appendField(value, to: &row)
      return try stream.write(row + [UInt8(ascii: "\n")])
    }
    let indentation = "\n" + String(repeating: " ", count: labelWidth)
    let visible = VisibleText.forTerminal(value, keepingLineBreaks: true)
      .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: indentation)
    let padded = DisplayWidth.pad(label, to: labelWidth, alignment: .left)
    try stream.write(
      Style.dim.applied(to: padded, when: settings.usesColor) + style.applied(to: visible, when: settings.usesColor)
        + "\n")
  }
}
