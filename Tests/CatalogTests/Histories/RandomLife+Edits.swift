import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Changes that the user makes by hand.
extension RandomLife {
  func add() throws -> HistoryStep.ID? {
    var fields: [BookField: String] = [.title: dice.pick(Self.titles)]
    for field in liveFields where field != .title && field != .added && dice.happens(30) {
      fields[field] = dice.pick(Self.values(of: field))
    }
    let values = try fields.reduce(into: [BookField: FieldValue]()) { $0[$1.key] = try $1.key.value(of: $1.value) }
    let outcome = try catalog.write { try $0.add(values) }
    log.append("add \(outcome.books)")
    for (field, text) in fields where field.isPersonal && text != "unread" && !BookField.readings.contains(field) {
      now.words[Place(book: outcome.books[0], field: field)] = .value(text)
    }
    noteReadings(ofNew: outcome.books[0], values)
    return outcome.step
  }

  func edit(_ books: [Book]) throws -> HistoryStep.ID? {
    // Index changes of many books are stored in another form.
    let chosen = dice.happens(10) ? books : (0...dice.roll(3)).map { _ in dice.pick(books) }
    let ids = Array(Set(chosen.map(\.id))).sorted()
    var words = now.words
    var changes: [FieldChange] = []
    for _ in 0...dice.roll(2) {
      let field = dice.pick(liveFields.filter { $0 != .added })
      guard !changes.contains(where: { $0.field == field }) else { continue }
      if field == .tags, dice.happens(30) {
        changes.append(try setTags(of: books.filter { ids.contains($0.id) }, &words))
        continue
      }
      if field == .tags {
        let tag = dice.pick(Self.tags)
        let isAdded = dice.happens(60)
        changes.append(isAdded ? .add(.tags, [tag]) : .remove(.tags, [tag]))
        for book in books where ids.contains(book.id) && (isAdded || book.tags.contains(tag)) {
          var (added, removed): (Set<String>, Set<String>) = ([], [])
          if case .tags(let before, let after)? = words[Place(book: book.id, field: .tags)] {
            (added, removed) = (before, after)
          }
          // Reverting one's own change is not a statement, and the source applies again. Adding a tag that a source
          // states makes it the user's as well.
          let isStated = try sourceTags(of: book).contains(tag)
          if isAdded, book.tags.contains(tag) {
            added.insert(tag)
          } else if isAdded {
            if removed.remove(tag) == nil || !isStated { added.insert(tag) }
          } else {
            if added.remove(tag) == nil || isStated { removed.insert(tag) }
          }
          words[Place(book: book.id, field: .tags)] = .tags(added: added, removed: removed)
        }
        continue
      }
      let text = field.isClearable && dice.happens(20) ? nil : dice.pick(Self.values(of: field))
      changes.append(.set(field, try text.flatMap { try field.value(of: $0) }))
      if BookField.readings.contains(field) { continue }
      for book in books where ids.contains(book.id) && book[field]?.description != text {
        // With several books, one with the same number keeps its spelling, unless that decides a conflict.
        let isNumber = ids.count > 1 && field == .isbn && text != nil && book.isbn == text.flatMap { try? ISBN($0) }
        if isNumber, !booksInConflict(on: .isbn).contains(book.id) { continue }
        // The absence of a value and the unread state count as well: no import may override them.
        words[Place(book: book.id, field: field)] = .value(text)
      }
      // A value that a file filled in becomes the user's once they set the same.
      for book in books where ids.contains(book.id) && field.isPersonal && book.says(field) {
        if book[field]?.description == text { words[Place(book: book.id, field: field)] = .value(text) }
      }
    }
    for book in books where ids.contains(book.id) { noteReadings(of: book, changes) }
    log.append("edit \(ids) \(changes.map { "\($0)".replacing("Catalog.BookField.", with: "") })")
    now.words = words
    return try catalog.write { try $0.edit(ids, changes) }.step
  }

  /// Returns the books for which a source states another value than the user. A separate function, because the
  /// optimiser of Swift 6.3.1 fails if a conflict is destructured inside `edit(_:)`.
  @inline(never)
  func booksInConflict(on field: BookField) -> Set<Book.ID> {
    Set(now.conflicts.filter { $0.subject == .field(field) }.map(\.book))
  }

  /// Returns true for personal fields whose values add up when books are merged.
  func isAddedUp(_ field: BookField) -> Bool {
    switch field.definition.kind {
    case .records: field.isPersonal
    case .tags: field.isOwn
    default: false
    }
  }

  func revert(_ books: [Book]) throws -> HistoryStep.ID? {
    let edited = now.words.keys.filter { slot in
      !slot.field.isPersonal && books.contains { $0.id == slot.book }
    }.sorted { ($0.book, $0.field.rawValue) < ($1.book, $1.field.rawValue) }
    guard !edited.isEmpty else { return nil }
    let slot = dice.pick(edited)
    log.append("revert \(slot.field) of \(slot.book)")
    now.words[slot] = nil
    do {
      return try catalog.revertField(slot.field, of: slot.book).step
    } catch let error as CatalogError where error.code == .nothingToDo {
      // Adding a tag and removing it again is not an edit.
      expectEqual(slot.field, .tags, "\(story)")
      return nil
    }
  }

  func remove(_ books: [Book]) throws -> HistoryStep.ID? {
    let ids =
      dice.happens(10) ? books.map(\.id) : Array(Set((0...dice.roll(2)).map { _ in dice.pick(books).id }))
    log.append("remove \(ids)")
    return try catalog.write { try $0.remove(ids) }.step
  }
}
