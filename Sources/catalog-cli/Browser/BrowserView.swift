import Catalog
import CatalogUI
import CommandLineKit

/// Draws the browser: from the state and the lines in view to the lines of a screen.
struct BrowserView {
  let state: BrowserState
  let lines: ListState<BrowserLines>
  let growth: BarGrowth
  let symbols: TerminalSymbols

  private var columns: Int { state.size.columns }

  /// What the screen shows.
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
        failed: { appendNotice("\($0)\nR tries again.", style: .red, to: &frame) },
        loaded: { appendRows($0.rows, to: &frame) })
    }
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

  // MARK: Header and footer

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
    if let refreshing = state.refreshing {
      line.append(" (\(VisibleText.forTerminal(refreshing))\(symbols.ellipsis))", style: .yellow)
    }
    line = line.cut(to: columns, ellipsis: symbols.ellipsis)
    line.pad(to: columns)
    line.isReversed = true
    return line
  }

  private func appendFooter(to frame: inout ScreenFrame) {
    if case .search(let editor, _) = state.prompt {
      let (text, cursor) = editor.visible(in: max(1, columns - 1))
      frame.cursor = ScreenFrame.Place(row: frame.lines.count, column: min(columns - 1, cursor + 1))
      frame.lines.append(ScreenLine("/" + text))
      return
    }
    var line = ScreenLine(position, style: .dim)
    let hints = self.hints
    if line.width + 2 + DisplayWidth.of(hints) <= columns {
      line.pad(to: columns - DisplayWidth.of(hints))
      line.append(hints, style: .dim)
    }
    frame.lines.append(line.cut(to: columns, ellipsis: symbols.ellipsis))
  }

  /// “1–20 of 10,000”.
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

  private var hints: String {
    if state.panel != nil { return "q close" }
    if case .title(_, _, let isStoring) = state.prompt { return isStoring ? "saving" : "Enter saves, Esc cancels" }
    return "/ search  e title  ? help  q quit"
  }

  // MARK: Screens without rows

  private var emptyNotice: String {
    let words = [state.filter, state.query].filter { !$0.isEmpty }.joined(separator: " ")
    if !words.isEmpty { return "No books match \(symbols.openingQuote)\(words)\(symbols.closingQuote)." }
    return "There are no books yet.\nr gets those of the sources; 'catalog import FILE' imports those of a file."
  }

  private func appendNotice(_ text: String, style: Style = .dim, to frame: inout ScreenFrame) {
    let lines = BrowserPanel.broken(text, to: max(1, columns - 2)).map { ScreenLine(" " + $0, style: style) }
    let gap = min(1, max(0, state.height - lines.count))
    appendBody(Array(repeating: ScreenLine(), count: gap) + lines, to: &frame)
  }

  // MARK: Rows

  private func appendRows(_ rows: [BrowserRow?], to frame: inout ScreenFrame) {
    for index in 0..<state.height {
      let number = state.scroll.top + index
      guard number < state.count else {
        frame.lines.append(ScreenLine())
        continue
      }
      let isSelected = number == state.scroll.selected
      let row = index < rows.count ? rows[index] : nil
      if isSelected, case .title(let editor, let book, _) = state.prompt, row?.book?.id == book.id {
        appendEditor(editor, to: &frame)
        continue
      }
      var line = BrowserRowView(columns: columns, symbols: symbols, growth: growth).line(row, isSelected: isSelected)
      if isSelected {
        line.pad(to: columns)
        line.isReversed = true
      }
      frame.lines.append(line)
    }
    // A book that is edited stays in view wherever its row has gone.
    if case .title(let editor, _, _) = state.prompt, frame.cursor == nil, state.height > 0 {
      frame.lines.removeLast()
      appendEditor(editor, to: &frame)
    }
  }

  /// The row whose title is edited: what is typed takes all of it.
  private func appendEditor(_ editor: LineEditor, to frame: inout ScreenFrame) {
    let start = BrowserRowView.textColumn(in: columns)
    let (text, cursor) = editor.visible(in: max(1, columns - start))
    var line = ScreenLine(String(DisplayWidth.pad(symbols.selection, to: start, alignment: .left)))
    line.append(text, style: .bold)
    frame.cursor = ScreenFrame.Place(row: frame.lines.count, column: min(columns - 1, start + cursor))
    frame.lines.append(line.cut(to: columns, ellipsis: ""))
  }
}

extension BookOrder {
  /// For people: “by title”, “newest first”.
  fileprivate var words: String {
    guard let key else {
      if self == .bestMatch { return "best match first" }
      let field = name.drop { $0 == "-" }
      return isDescending ? "by \(field), backwards" : "by \(field)"
    }
    return switch (key, isDescending) {
    case (.added, true): "newest first"
    case (.added, false): "oldest first"
    case (.rating, true): "your best first"
    case (.average, true): "best rated first"
    case (.pages, true): "longest first"
    case (.year, true): "latest year first"
    case (_, true): "by \(key.rawValue), backwards"
    case (_, false): "by \(key.rawValue)"
    }
  }
}
