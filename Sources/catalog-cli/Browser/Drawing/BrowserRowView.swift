import Catalog
import CommandLineKit
import Platform

/// The view of one row of the list or tree. The row consists of a mark for the selection, a mark for the read state,
/// the title, “by author”, the number of pages and the rating.
///
/// If there is not enough room, the number of pages is omitted first and then the rating. The user's own rating is
/// drawn as stars, and the average rating as a bar. If only one of them fits, the user's rating takes precedence.
struct BrowserRowView {
  private static let pagesCells = 8
  /// The width of the bar of progress, which fits in the place of the pages with its percentage.
  private static let progressCells = 3

  let columns: Int
  let symbols: TerminalSymbols
  let growth: BarGrowth
  /// The user's choice of columns, with their widths; empty for the default layout.
  private let chosen: [(column: BrowserColumn, width: Int)]

  init(columns: Int, symbols: TerminalSymbols, growth: BarGrowth, chosen: [BrowserColumn] = []) {
    (self.columns, self.symbols, self.growth) = (columns, symbols, growth)
    let widths = BrowserColumn.widths(chosen, in: columns - Self.textColumn(in: columns))
    self.chosen = zip(chosen, widths).compactMap { column, width in width.map { (column, $0) } }
  }

  /// Returns the screen column where the text of a row begins, after the marks for selection and read state.
  static func textColumn(in columns: Int) -> Int { columns >= 12 ? 4 : columns >= 4 ? 2 : 0 }

  /// Returns the screen line that shows a row.
  ///
  /// - Parameters:
  ///   - row: The row; `nil` if it is not loaded yet.
  ///   - isSelected: True if keys act on this row.
  ///   - isMarked: True if the row's book is selected for an action.
  func line(_ row: BrowserRow?, isSelected: Bool, isMarked: Bool = false) -> ScreenLine {
    var line = ScreenLine()
    let start = Self.textColumn(in: columns)
    if start >= 2 {
      line.append(isSelected ? symbols.selection : "", in: 1, ellipsis: "")
      line.append(isMarked ? "*" : " ", style: .cyan)
    }
    switch row {
    case nil:
      line.pad(to: start)
      append("Loading\(symbols.ellipsis)", to: &line, style: .dim)
    case .group(let label, let count, let isOpen):
      line.append(isOpen ? symbols.opened : symbols.closed, in: min(2, max(0, columns - line.width)), ellipsis: "")
      let number = " (\(count.grouped))"
      let room = max(0, columns - line.width - DisplayWidth.of(number))
      let text = label.map { VisibleText.forTerminal($0) } ?? "(no author)"
      line.append(DisplayWidth.truncate(text, to: room, ellipsis: symbols.ellipsis), style: .bold)
      append(number, to: &line, style: .dim)
    case .book(let book, _, let depth):
      if start >= 4 { line.append(readMark(book.readState), in: 2, style: .green, ellipsis: "") }
      line.pad(to: min(columns, start + 2 * depth))
      // In the tree, books below an author use the default layout, which does not repeat the author's name.
      if chosen.isEmpty || depth > 0 {
        append(book, row, depth, to: &line)
      } else {
        appendChosen(book, row, to: &line)
      }
    }
    return line
  }

  private func append(_ book: Book, _ row: BrowserRow?, _ depth: Int, to line: inout ScreenLine) {
    let ratingCells = columns >= 60 ? RatingBar.cells : columns >= 30 ? RatingBar.barCells : 0
    // The width of a separate column for the average rating; 0 if there is no room.
    let othersCells = columns >= 100 ? ratingCells : 0
    let pagesCells = columns >= 60 ? Self.pagesCells : 0
    let ratingsCells = [othersCells, ratingCells].filter { $0 > 0 }.reduce(0) { $0 + $1 + 1 }
    let room = columns - line.width - ratingsCells - pagesCells
    let title = VisibleText.forTerminal(book.title)
    let pages = pagesCells > 0 ? length(of: book) : ""
    // If the number of pages fills its column, a gap separates it from the text on its left.
    let gap = DisplayWidth.of(pages) >= pagesCells ? min(1, pagesCells) : 0
    if depth > 0 || room < 20 {
      // The author is omitted if the row above already shows the name, or if there is no room.
      line.append(title, in: room - gap, ellipsis: symbols.ellipsis)
    } else {
      let titleCells = (room - 1) * 3 / 5
      line.append(title, in: titleCells, ellipsis: symbols.ellipsis)
      line.append(" ")
      let authors = book.authors.isEmpty ? "" : "by \(VisibleText.forTerminal(book.authors.joined(separator: ", ")))"
      line.append(authors, in: room - 1 - titleCells - gap, style: .dim, ellipsis: symbols.ellipsis)
    }
    if pagesCells > 0 {
      line.append(String(repeating: " ", count: gap))
      line.append(pages, in: pagesCells, alignment: .right, style: .dim, ellipsis: symbols.ellipsis)
    }
    guard ratingCells > 0, let row else { return }
    if othersCells > 0 {
      line.append(" ")
      appendScore(row, book, in: othersCells, to: &line)
      line.pad(to: columns - ratingCells - 1)
    }
    line.append(" ")
    if let stars = row.stars {
      line.append(RatingStars(symbols: symbols).text(stars, in: ratingCells), style: .bold)
    } else if othersCells == 0 {
      appendScore(row, book, in: ratingCells, to: &line)
    }
  }

  /// Returns how far a book that is being read was read, as a bar; otherwise the number of its pages.
  private func length(of book: Book) -> String {
    if let percent = book.percentRead { return ReadingLines.bar(percent, cells: Self.progressCells, symbols) }
    return book.pages.map { "\($0.grouped) p." } ?? ""
  }

  private func appendChosen(_ book: Book, _ row: BrowserRow?, to line: inout ScreenLine) {
    for (index, (column, width)) in chosen.enumerated() {
      if index > 0 { line.append(String(repeating: " ", count: TableLayout.gap)) }
      let end = line.width + width
      switch column.value {
      case .field(.rating):
        let stars = row?.stars.map { RatingStars(symbols: symbols).text($0, in: width) } ?? ""
        line.append(stars, in: width, style: .bold, ellipsis: "")
      case .field(.averageRating): if let row { appendScore(row, book, in: width, to: &line) }
      default:
        let text = VisibleText.forTerminal(column.value.shownText(of: book, symbols))
        let style: Style = column.value == .field(.title) ? .plain : column.value.style(of: book)
        line.append(
          text, in: width, alignment: column.isNumber ? .right : .left, style: style, ellipsis: symbols.ellipsis)
      }
      line.pad(to: end)
    }
  }

  private func appendScore(_ row: BrowserRow, _ book: Book, in cells: Int, to line: inout ScreenLine) {
    if let score = row.score {
      let bar = RatingBar(symbols: symbols).text(score, grown: growth.part(of: book.id), in: cells)
      line.append(bar, style: RatingBar.style(of: score))
    } else if row.isLoading {
      line.append("Loading\(symbols.ellipsis)", in: cells, style: .dim, ellipsis: symbols.ellipsis)
    }
  }

  private func append(_ text: String, to line: inout ScreenLine, style: Style) {
    line.append(
      DisplayWidth.truncate(text, to: max(0, columns - line.width), ellipsis: symbols.ellipsis), style: style)
  }

  private func readMark(_ state: ReadState) -> String {
    switch state {
    case .unread: ""
    case .want: symbols.wantMark
    case .reading: symbols.readingMark
    case .paused: symbols.pausedMark
    case .read: symbols.readMark
    case .abandoned: symbols.abandonedMark
    }
  }
}
