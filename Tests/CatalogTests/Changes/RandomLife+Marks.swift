import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// How far the people of a random life say they are with books, and what follows for the days of reading.
extension RandomLife {
  func mark(_ books: [Book]) throws -> HistoryStep.ID? {
    let chosen = Dictionary(grouping: (0...dice.roll(3)).map { _ in dice.pick(books) }, by: \.id).compactMapValues(
      \.first)
    let (state, day) = (dice.pick(ReadState.allCases), dice.pick(["2019", "2020-02", "2021-03-04"]))
    log.append("mark \(chosen.keys.sorted()) \(state) on \(day)")
    for book in chosen.values {
      for (field, text) in marked(book, state, day) where text != book[field]?.description || book.says(field) {
        now.words[Place(book: book.id, field: field)] = .value(text)
      }
    }
    let date = try PartialDate(day)
    return try catalog.write { try $0.edit(chosen.keys.sorted()) { $0.mark(state, on: date) } }.step
  }

  /// What somebody says of a book who marks it so.
  private func marked(_ book: Book, _ state: ReadState, _ day: String) -> [BookField: String?] {
    var said: [BookField: String?] = [.readState: .some(state.rawValue)]
    let hasEnded = book.readState == .read || book.readState == .abandoned
    switch state {
    case .read, .abandoned:
      // An abandoned book that is read now was read once more.
      let isAgain =
        book.readState == .abandoned && state == .read && book.finished != nil
        && book.finished?.description != day
      if isAgain {
        said[.earlierReadings] = .some(earlierReadings(of: book, endedAs: .abandoned))
        if book.started != nil { said[.started] = .some(nil) }
      }
      if book.readState != state, book.finished == nil || isAgain { said[.finished] = .some(day) }
      return said
    case .reading, .paused:
      if hasEnded { said[.earlierReadings] = .some(earlierReadings(of: book, endedAs: book.readState)) }
      let started = hasEnded ? nil : book.started?.description
      if state == .reading, started == nil { said[.started] = .some(day) }
      if state == .paused, hasEnded, book.started != nil { said[.started] = .some(nil) }
      if book.finished != nil { said[.finished] = .some(nil) }
    case .unread, .want:
      // What ended on the very day was no reading.
      if hasEnded, let finished = book.finished, finished.description != day {
        said[.earlierReadings] = .some(earlierReadings(of: book, endedAs: book.readState))
      }
      if book.started != nil { said[.started] = .some(nil) }
      if book.finished != nil { said[.finished] = .some(nil) }
    }
    return said
  }

  /// A book's earlier readings, and the one it shows, which has ended; of those without days it is known how many they are.
  func earlierReadings(of book: Book, endedAs outcome: ReadState) -> String {
    func text(_ started: PartialDate?, _ finished: PartialDate?, _ outcome: ReadState, _ times: Int) -> String {
      let parts = [started?.description ?? "", finished?.description ?? "", outcome.rawValue]
      return (parts + (times > 1 ? [String(times)] : [])).joined(separator: " | ")
    }
    var texts = book.earlierReadings.map { text($0.started, $0.finished, $0.outcome, $0.times) }
    let isUndated = book.started == nil && book.finished == nil
    let same = book.earlierReadings.firstIndex { $0.started == nil && $0.finished == nil && $0.outcome == outcome }
    if isUndated, let same {
      texts[same] = text(nil, nil, outcome, book.earlierReadings[same].times + 1)
    } else {
      let ended = text(book.started, book.finished, outcome, 1)
      if !texts.contains(ended) { texts.append(ended) }
    }
    return texts.joined(separator: "; ")
  }
}
