import Catalog
import CommandLineKit
import Platform

// The lines below the list or page: the pick list and the footer.

extension BrowserView {
  /// Appends the title of the pick list and as many of its items as fit.
  func appendPicker(to frame: inout ScreenFrame) {
    guard let picker = state.picker, state.pickerLines > 0 else { return }
    var title = ScreenLine(VisibleText.forTerminal(picker.title), style: .bold)
    title = title.cut(to: columns, ellipsis: symbols.ellipsis)
    title.pad(to: columns)
    title.isReversed = true
    frame.lines.append(title)
    let items = picker.shown
    // The details of all items start in the same column.
    let widest = min(items.map { DisplayWidth.of(VisibleText.forTerminal($0.text)) }.max() ?? 0, columns / 2)
    for index in picker.scroll.top..<(picker.scroll.top + state.pickerLines - 1) {
      guard index < items.count else {
        let notice = index == 0 ? picker.notice.map { "  \($0)\(picker.isLoading ? symbols.ellipsis : "")" } : nil
        frame.lines.append(ScreenLine(notice ?? "", style: .dim).cut(to: columns, ellipsis: ""))
        continue
      }
      frame.lines.append(line(of: items[index], width: widest, isSelected: index == picker.scroll.selected))
    }
  }

  /// Returns the line that shows an item. A symbol marks items that the user has marked, and the current value.
  private func line(of item: BrowserPicker.Item, width: Int, isSelected: Bool) -> ScreenLine {
    var line = ScreenLine()
    line.append(isSelected ? symbols.selection : "", in: 2, ellipsis: "")
    if let key = item.key { line.append("\(key) ", style: .cyan) }
    let isToggled = state.picker?.marked.contains(item) ?? false
    line.append(isToggled ? "* " : item.isSet ? "\(symbols.readMark) " : "  ", style: .green)
    let start = line.width
    line.append(VisibleText.forTerminal(item.text))
    if !item.detail.isEmpty {
      line.pad(to: start + width)
      line.append("  \(VisibleText.forTerminal(item.detail))", style: .dim)
    }
    line = line.cut(to: columns, ellipsis: symbols.ellipsis)
    if isSelected {
      line.pad(to: columns)
      line.isReversed = true
    }
    return line
  }

  /// Appends the input line. If there is no input, appends the visible range and the key hints instead.
  func appendFooter(to frame: inout ScreenFrame) {
    switch state.prompt {
    case .search(let editor, _): return appendLine("/", editor, to: &frame)
    case .field(let typed) where typed.field != .title || state.panel != nil:
      return appendLine("\(VisibleText.forTerminal(typed.name)): ", typed.editor, to: &frame)
    case .addition(let typed) where typed.pending == nil: return appendLine("ISBN or words: ", typed.editor, to: &frame)
    case .field, .addition, .question, nil: break
    }
    if let picker = state.picker, !picker.isMenu, state.prompt == nil {
      return appendLine("filter: ", picker.filter, hints: hints(in: columns), to: &frame)
    }
    var line = ScreenLine(asking ?? position, style: asking == nil ? .dim : .yellow)
    let room = columns - line.width - (line.width > 0 ? 2 : 0)
    let hints = hints(in: room)
    if !hints.isEmpty, DisplayWidth.of(hints) <= room {
      line.pad(to: columns - DisplayWidth.of(hints))
      line.append(hints, style: .dim)
    }
    frame.lines.append(line.cut(to: columns, ellipsis: symbols.ellipsis))
  }

  /// Appends an input line after a label, and key hints if there is room.
  private func appendLine(
    _ label: String, _ editor: LineEditor, hints: String = "", to frame: inout ScreenFrame
  ) {
    let start = DisplayWidth.of(label)
    let (text, cursor) = editor.visible(in: max(1, columns - start))
    frame.cursor = ScreenFrame.Position(row: frame.lines.count, column: min(columns - 1, start + cursor))
    var line = ScreenLine(label)
    line.append(text, style: editor.isSelected ? .cyan : .plain)
    let free = columns - DisplayWidth.of(hints)
    if !hints.isEmpty, line.width + 2 <= free {
      line.pad(to: free)
      line.append(hints, style: .dim)
    }
    frame.lines.append(line.cut(to: columns, ellipsis: ""))
  }

  /// The range of visible lines, such as “1–20 of 10,000”; empty for a page that fits on the screen.
  private var position: String {
    let first: Int
    let last: Int
    let all: String
    if let panel = state.panel {
      let count = panel.lines(in: columns).count
      (first, last, all) = (panel.top + 1, min(count, panel.top + state.height), count.grouped)
      guard count > state.height else { return "" }
    } else {
      guard let count = lines.content?.count, count != .exactly(0) else { return "" }
      (first, last) = (state.scroll.top + 1, min(state.count, state.scroll.top + state.height))
      all = (count.isExact ? "" : "at least ") + count.known.grouped
    }
    return "\(first.grouped)\(symbols.rangeDash)\(last.grouped) of \(all)"
  }

  /// A description of the pending request to a provider; `nil` if there is none.
  private var asking: String? {
    guard case .addition(let typed) = state.prompt, let pending = typed.pending else { return nil }
    let (verb, text) =
      if case .book(let book) = pending { ("getting", book.title) } else { ("searching online for", typed.text) }
    let quoted = "\(symbols.openingQuote)\(VisibleText.forTerminal(text))\(symbols.closingQuote)"
    let room = max(8, columns - 24)
    return DisplayWidth.truncate("\(verb) \(quoted)", to: room, ellipsis: "") + symbols.ellipsis
  }

  private func hints(in cells: Int) -> String {
    if asking != nil { return "Esc: cancel" }
    if case .field(let typed) = state.prompt { return typed.isStoring ? "saving" : "Enter: save  Esc: cancel" }
    if let picker = state.picker {
      return picker.takesSeveral ? "Enter: select  Tab: mark several  Esc: cancel" : "Enter: select  Esc: cancel"
    }
    return state.keys.hints(of: state.context, in: cells)
  }
}
