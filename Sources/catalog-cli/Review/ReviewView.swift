import Catalog
import CommandLineKit
import Platform

/// The view of the review, which converts the state into screen lines.
struct ReviewView {
  let state: ReviewState
  let symbols: TerminalSymbols

  private static let widestLabel = 16
  private static let narrowestColumn = 12

  private var width: Int { state.size.columns }

  var frame: ScreenFrame {
    if let panel = state.panel {
      let lines = panel.lines(in: width).dropFirst(panel.top).prefix(max(1, state.size.rows - 2))
      return framed(title: panel.title, Array(lines), keys: "q close")
    }
    guard let group = state.group else {
      return framed(title: "Duplicates", summary, keys: "b back  u undo  q quit")
    }
    let heading = "Duplicates \((state.groupIndex + 1).grouped) of \(state.groups.count.grouped)"
    return framed(
      title: "\(heading): \(group.grade.rawValue)" + (state.reason.isEmpty ? ", \(group.words)" : ""),
      state.reason.map { ScreenLine($0, style: .dim) } + [heads] + rows,
      keys: "m merge  n different  s skip  u undo  ? keys  q quit")
  }

  private func framed(title: String, _ lines: [ScreenLine], keys: String) -> ScreenFrame {
    var header = ScreenLine(VisibleText.forTerminal(title), style: .bold).cut(to: width, ellipsis: symbols.ellipsis)
    header.pad(to: width)
    header.isReversed = true
    var frame = ScreenFrame(lines: [header])
    let body = max(0, state.size.rows - 3)
    for index in 0..<body { frame.lines.append(index < lines.count ? lines[index] : ScreenLine()) }
    let message = state.message.map {
      ScreenLine(VisibleText.forTerminal($0.text), style: $0.isError ? .red : .yellow)
    }
    frame.lines.append((message ?? ScreenLine()).cut(to: width, ellipsis: symbols.ellipsis))
    frame.lines.append(ScreenLine(keys, style: .dim).cut(to: width, ellipsis: symbols.ellipsis))
    frame.lines = Array(frame.lines.prefix(state.size.rows))
    return frame
  }

  private var summary: [ScreenLine] {
    [
      "", " All done: \(state.merged.counted("merge")), \(state.distinct.grouped) marked as different.",
      " To undo one, press u here, or run 'catalog undo' later.",
    ].map { ScreenLine($0) }
  }

  // MARK: Columns

  private var labelWidth: Int {
    let widest = state.columns.fields.map { DisplayWidth.of(state.own.words(of: $0)) }.max() ?? 0
    return min(widest, Self.widestLabel, max(4, width / 4)) + 3
  }

  /// The range of books that fit on the screen. It always includes the book to keep.
  private var shown: Range<Int> {
    let count = state.columns.books.count
    let room = min(count, max(1, (width - labelWidth) / (Self.narrowestColumn + 2)))
    let start = min(max(0, state.columns.kept - room + 1), count - room)
    return start..<(start + room)
  }

  private var columnWidth: Int { max(1, (width - labelWidth) / max(1, shown.count) - 2) }

  /// The line that shows the numbers of the books and marks the book to keep.
  private var heads: ScreenLine {
    var line = ScreenLine()
    let hidden = state.columns.books.count - shown.count
    line.append(hidden > 0 ? "+\(hidden)" : "", in: labelWidth, style: .dim, ellipsis: symbols.ellipsis)
    for index in shown {
      let book = state.columns.books[index]
      let isKept = index == state.columns.kept
      let note = state.columns.leftOut.contains(book.id) ? " excluded" : isKept ? " kept" : ""
      line.append(
        "\(isKept ? symbols.selection : " ")\(index + 1): \(book.id)\(note)", in: columnWidth,
        style: isKept ? .bold : .dim, ellipsis: symbols.ellipsis)
      line.append("  ")
    }
    return line
  }

  private var rows: [ScreenLine] {
    let fields = state.columns.fields
    let end = min(fields.count, state.top + state.height)
    return (state.top..<max(state.top, end)).map { row(fields[$0], isSelected: $0 == state.selected) }
  }

  /// Returns the line that shows a field. Symbols mark a field in which the books differ, and the values that the
  /// merged book will have.
  private func row(_ field: BookField, isSelected: Bool) -> ScreenLine {
    let differs = state.columns.differs(field)
    let speakers = state.columns.speakers(of: field)
    var line = ScreenLine(differs ? "! " : "  ", style: .yellow)
    line.append(
      state.own.words(of: field), in: labelWidth - 3, style: differs ? .plain : .dim, ellipsis: symbols.ellipsis)
    line.append(" ")
    for index in shown {
      let book = state.columns.books[index]
      let isTaken = speakers.contains(book.id)
      let text = (ReviewColumns.text(of: field, in: book) ?? "").split(whereSeparator: \.isNewline).joined(
        separator: " ")
      let style: Style =
        state.columns.leftOut.contains(book.id) ? .dim : differs ? (isTaken ? .green : .yellow) : .plain
      line.append(isTaken ? symbols.selection : " ", in: 1, style: style, ellipsis: "")
      line.append(
        VisibleText.forTerminal(text), in: columnWidth - 1, style: style, ellipsis: symbols.ellipsis)
      line.append("  ")
    }
    line = line.cut(to: width, ellipsis: "")
    if isSelected {
      line.pad(to: width)
      line.isReversed = true
    }
    return line
  }
}
