import Catalog
import CommandLineKit
import Platform

// Handling of keys that change books.

extension BrowserState {
  /// Changes the book on the open page. If no page is open, changes the selected books, or the book in the current row
  /// if none are selected.
  mutating func edit(_ command: BrowserCommand, _ key: Key, _ row: BrowserRow?) -> [BrowserEffect] {
    let book = panel?.book ?? row?.book
    if [.title, .form, .notes, .review].contains(command) {
      guard let book else { return needsBook() }
      // These commands edit one book, even while several are selected. If they were refused, the text that the user
      // types next would be taken as commands.
      let alone = panel == nil && !selectedBooks.isEmpty ? " only, not of the selected books" : ""
      switch command {
      case .title: prompt = .field(FieldPrompt(BrowserField(.title, of: book)))
      case .form: return offer(BrowserPicker(.form(book), title: "Fields of \(book.title)\(alone)", items: []))
      default: return [.editText(BrowserField(command == .notes ? .notes : .review, of: book))]
      }
      return []
    }
    let target: BrowserTarget
    if panel == nil, !selectedBooks.isEmpty {
      target = selectedBooks.all.map { .all(of: $0) } ?? .selected(selectedBooks.items)
    } else if let book {
      target = .book(book)
    } else {
      return needsBook()
    }
    switch command {
    case .rate:
      guard case .character(let digit) = key, let stars = Character(digit).wholeNumberValue else { return [] }
      return make(.rate(stars == 0 ? nil : Double(stars)), target)
    case .more, .less: return make(.rateByHalf(up: command == .more), target)
    case .mark: picker = .states(of: target, now: target.book?.readState)
    case .read: return make(.turnRead, target)
    case .tags:
      let title = "Tags of \(target.book?.title.shortened(to: 60) ?? words(of: target)). Tab: mark, -tag: remove"
      return offer(BrowserPicker(.tags(target), title: title, items: []))
    case .merge:
      guard case .selected = target, selectedBooks.present.count > 1 else {
        say("Select the books to merge with \(keys.name(of: .select)), starting with the one to keep.", isError: true)
        return []
      }
      // Removed books are not merged. The question shows how many books remain.
      return make(.merge, .selected(selectedBooks.present))
    case .remove: return make(.remove, target)
    default: return []
    }
    return []
  }

  /// Requests a change. If the change affects many books or always needs confirmation, asks the user first.
  mutating func make(_ change: BrowserChange, _ target: BrowserTarget) -> [BrowserEffect] {
    let count = count(of: target)
    if case .selected = target, count == .exactly(0) {
      say(CommandError.selectedBooksGone.description, isError: true)
      return []
    }
    var target = target
    if case .all(let query, _) = target {
      target = .all(of: query, expected: count.isExact ? count.known : nil)
    } else if !change.alwaysNeedsConfirmation, count.known <= BrowserQuestion.maxUnconfirmedBooks {
      return [.change(change, target)]
    }
    ask(.change(change, target, count: count))
    return []
  }

  private func count(of target: BrowserTarget) -> ListCount {
    switch target {
    case .book: .exactly(1)
    // Only books that still exist are counted.
    case .selected: .exactly(selectedBooks.present.count)
    case .all: found
    }
  }

  func words(of target: BrowserTarget) -> String {
    let count = count(of: target)
    return (count.isExact ? "" : "at least ") + count.known.counted("book")
  }

  mutating func needsBook() -> [BrowserEffect] {
    say(count == 0 ? "There are no books here." : "No book is selected.")
    return []
  }

  // MARK: Selecting

  mutating func select(_ command: BrowserCommand, _ row: BrowserRow?) -> [BrowserEffect] {
    if command == .all {
      if selectedBooks.all != nil {
        selectedBooks = BrowserSelection()
      } else if count > 0 {
        selectedBooks = BrowserSelection(allOf: BookQuery(query, in: filter))
      }
      return []
    }
    guard let book = row?.book else { return needsBook() }
    if selectedBooks.all != nil { return leave(book, of: command) }
    if command == .range, let last = selectedBooks.items.last {
      return last.id == book.id ? [] : [.markRange(from: last.id, to: book.id)]
    }
    selectedBooks.toggle(book)
    if command == .select { select(scroll.selected + 1, of: count) }
    return []
  }

  /// Deselects one book while all matching books are selected. The other books are then selected individually.
  private mutating func leave(_ book: Book, of command: BrowserCommand) -> [BrowserEffect] {
    if command == .range {
      say("All matching books are selected. \(keys.name(of: .select)) deselects a book.")
      return []
    }
    guard found.known <= BrowserSelection.maxSingle else {
      let limit = BrowserSelection.maxSingle.grouped
      say("More than \(limit) books are selected, so none can be deselected. Narrow the search instead.", isError: true)
      return []
    }
    select(scroll.selected + 1, of: count)
    return [.markAll(but: book.id)]
  }
}
