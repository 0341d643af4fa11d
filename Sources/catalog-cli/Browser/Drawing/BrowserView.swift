import Catalog
import CatalogSources
import CatalogUI
import CommandLineKit
import Platform

/// The view of the browser, which converts the state and the visible rows into screen lines.
struct BrowserView {
  let state: BrowserState
  let lines: ListState<BrowserLines>
  let growth: BarGrowth
  let symbols: TerminalSymbols

  var columns: Int { state.size.columns }

  /// The contents of the screen.
  var frame: ScreenFrame {
    var frame = ScreenFrame()
    if state.size.rows >= 3 { frame.lines.append(header) }
    if let panel = state.panel {
      let lines = panel.lines(in: columns)
      appendBody(lines.dropFirst(panel.top).map { $0 }, to: &frame)
    } else {
      lines.render(
        loading: { appendNotice("Loading\(symbols.ellipsis)", to: &frame) },
        empty: { appendNotice(emptyNotice, to: &frame) },
        failed: { appendNotice("\($0)\n\(state.keys.name(of: .reload)): try again", style: .red, to: &frame) },
        loaded: { appendRows($0.rows, to: &frame) })
      appendPreview(to: &frame)
    }
    appendPicker(to: &frame)
    for line in state.messageLines {
      frame.lines.append(ScreenLine(line, style: state.message?.isError == true ? .red : .yellow))
    }
    if state.size.rows >= 2 { appendFooter(to: &frame) }
    return frame
  }

  private func appendBody(_ lines: [ScreenLine], to frame: inout ScreenFrame) {
    for index in 0..<state.height {
      frame.lines.append(index < lines.count ? lines[index].cut(to: columns, ellipsis: symbols.ellipsis) : ScreenLine())
    }
  }

  // MARK: Header

  private var header: ScreenLine {
    var line = ScreenLine()
    if let panel = state.panel {
      line.append(VisibleText.forTerminal(panel.title), style: .bold)
    } else {
      line.append(state.mode == .list ? "Books" : "Authors", style: .bold)
      if !state.filter.isEmpty { line.append(" \(VisibleText.forTerminal(state.filter))") }
      if state.mode == .list { line.append(", \(state.shownOrder.words)") }
      if !state.query.isEmpty {
        line.append(": \(symbols.openingQuote)\(VisibleText.forTerminal(state.query))\(symbols.closingQuote)")
      }
    }
    if state.panel == nil, !state.selectedBooks.isEmpty {
      let marked = state.selectedBooks.all == nil ? state.selectedBooks.present.count.grouped : "all that match"
      line.append(" (\(marked) selected)", style: .bold)
    }
    if let refreshing = state.refreshing {
      line.append(" (\(VisibleText.forTerminal(refreshing))\(symbols.ellipsis))", style: .yellow)
    }
    line = line.cut(to: columns, ellipsis: symbols.ellipsis)
    line.pad(to: columns)
    line.isReversed = true
    return line
  }

  // MARK: Screens without rows

  private var emptyNotice: String {
    let words = [state.filter, state.query].filter { !$0.isEmpty }.joined(separator: " ")
    if !words.isEmpty, state.suggestions.query == state.query, !state.suggestions.texts.isEmpty {
      // During text input, Tab always accepts the suggestion, even if the user has assigned other keys.
      let tab = state.prompt == nil ? state.keys.name(of: .suggestion) : "Tab"
      let texts = state.suggestions.texts.map { "\(symbols.openingQuote)\($0)\(symbols.closingQuote)" }
      return "No books match \(symbols.openingQuote)\(words)\(symbols.closingQuote).\n"
        + "Did you mean \(texts.joined(separator: ", "))? \(tab) searches for \(texts.count == 1 ? "it" : "the first")."
    }
    if !words.isEmpty { return "No books match \(symbols.openingQuote)\(words)\(symbols.closingQuote)." }
    let refresh = state.keys.name(of: .refresh)
    return
      "No books yet.\n\(refresh) adds books from the sources. 'catalog import FILE' imports a file."
  }

  private func appendNotice(_ text: String, style: Style = .dim, to frame: inout ScreenFrame) {
    let lines = BrowserPanel.broken(text, to: max(1, columns - 2)).map { ScreenLine(" " + $0, style: style) }
    let gap = min(1, max(0, state.height - lines.count))
    appendBody(Array(repeating: ScreenLine(), count: gap) + lines, to: &frame)
    keepEditor(in: &frame)
  }

  // MARK: Rows

  private func appendRows(_ rows: [BrowserRow?], to frame: inout ScreenFrame) {
    let view = BrowserRowView(
      columns: state.listColumns, symbols: symbols, growth: growth, chosen: state.rowColumns)
    for index in 0..<state.height {
      let number = state.scroll.top + index
      guard number < state.count else {
        frame.lines.append(ScreenLine())
        continue
      }
      let isSelected = number == state.scroll.selected
      let row = index < rows.count ? rows[index] : nil
      if isSelected, let typed = titlePrompt, row?.book?.id == typed.book.id {
        appendEditor(typed.editor, to: &frame)
        continue
      }
      var line = view.line(
        row, isSelected: isSelected, isMarked: row?.book.map { state.selectedBooks.contains($0.id) } ?? false)
      if isSelected {
        line.pad(to: state.listColumns)
        if state.hasPreview { line = line.withReversedPieces } else { line.isReversed = true }
      }
      frame.lines.append(line)
    }
    keepEditor(in: &frame)
  }

  /// Keeps the input line visible while a title is edited, even if the book's row has moved off the screen.
  private func keepEditor(in frame: inout ScreenFrame) {
    guard let typed = titlePrompt, frame.cursor == nil, state.height > 0 else { return }
    frame.lines.removeLast()
    appendEditor(typed.editor, to: &frame)
  }

  /// The title being edited in its row; `nil` if there is none.
  private var titlePrompt: BrowserState.FieldPrompt? {
    guard case .field(let typed) = state.prompt, typed.field == .title, state.panel == nil else { return nil }
    return typed
  }

  /// Appends the row of a book whose title is being edited. The input line takes up the whole row.
  private func appendEditor(_ editor: LineEditor, to frame: inout ScreenFrame) {
    let start = BrowserRowView.textColumn(in: state.listColumns)
    let (text, cursor) = editor.visible(in: max(1, state.listColumns - start))
    var line = ScreenLine(String(DisplayWidth.pad(symbols.selection, to: start, alignment: .left)))
    line.append(text, style: .bold)
    frame.cursor = ScreenFrame.Position(row: frame.lines.count, column: min(state.listColumns - 1, start + cursor))
    frame.lines.append(line.cut(to: state.listColumns, ellipsis: ""))
  }

  /// Adds the preview of the selected book next to the list if the screen is wide enough.
  private func appendPreview(to frame: inout ScreenFrame) {
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
