import CommandLineKit

extension BrowserView {
  /// Puts the page of the selected book beside the list, on a screen that is wide enough.
  func appendPreview(to frame: inout ScreenFrame) {
    guard state.hasPreview else { return }
    let first = frame.lines.count - state.height
    let start = state.listColumns + 1
    let texts = state.preview?.lines(in: columns - start - 2) ?? []
    for index in 0..<state.height where frame.lines.indices.contains(first + index) {
      var line = frame.lines[first + index].cut(to: state.listColumns, ellipsis: symbols.ellipsis)
      line.pad(to: start)
      line.append(symbols.divider, style: .dim)
      line.append(" ")
      if index < texts.count { for piece in texts[index].pieces { line.append(piece.text, style: piece.style) } }
      frame.lines[first + index] = line.cut(to: columns, ellipsis: symbols.ellipsis)
    }
  }
}
