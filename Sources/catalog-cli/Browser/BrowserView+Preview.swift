import CommandLineKit

extension BrowserView {
  /// Adds the preview of the selected book next to the list if the screen is wide enough.
  func appendPreview(to frame: inout ScreenFrame) {
    guard state.hasPreview else { return }
    let first = frame.lines.count - state.height
    let start = state.listColumns + 1
    var texts = state.preview?.lines(in: state.previewColumns) ?? []
    if let cover = state.cover, cover.lines.count < state.height {
      // The cover is at the bottom, so that the text does not move when the cover arrives.
      let text = texts.prefix(state.height - cover.lines.count - 1)
      let gap = state.height - cover.lines.count - text.count
      texts = text + Array(repeating: ScreenLine(), count: gap) + cover.lines
    }
    for index in 0..<state.height where frame.lines.indices.contains(first + index) {
      var line = frame.lines[first + index].cut(to: state.listColumns, ellipsis: symbols.ellipsis)
      line.pad(to: start)
      line.append(symbols.divider, style: .dim)
      line.append(" ")
      if index < texts.count { line.append(texts[index]) }
      frame.lines[first + index] = line.cut(to: columns, ellipsis: symbols.ellipsis)
    }
  }
}
