import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

/// Clean-up by the people of a random life: renaming, replacing text in many books, and marking books as distinct.
extension RandomLife {
  func clean(_ books: [Book]) throws -> HistoryStep.ID? {
    guard !books.isEmpty else { return nil }
    switch dice.roll(3) {
    case 0: return try rename(books)
    case 1: return try replace(books)
    default: return try markDistinct(books)
    }
  }

  /// Renames an author, a tag or a series, possibly to a name that other books have.
  private func rename(_ books: [Book]) throws -> HistoryStep.ID? {
    let (grouping, fields, names): (BookGrouping, [BookField], [String]) = dice.pick([
      (.author, [.authors], ["Jane Austen", "Frank Herbert", "J. Austen"]), (.tag, [.tags], ["a", "b", "c", "e"]),
      (.series, [.series, .otherSeries], ["Saga", "Cycle", "Discworld", "Rincewind"]),
    ])
    let (old, new) = (dice.pick(names), dice.pick(names))
    log.append("rename \(grouping) \(old) to \(new)")
    let changed = try say(in: books, fields) { $0 == old ? new : $0 }
    let outcome = try catalog.write { try $0.rename([old: new], of: grouping) }
    try #require(outcome.books.sorted() == changed, "\(outcome.books) instead of \(changed); \(story)")
    return outcome.step
  }

  /// Replaces a part of the texts of several books.
  private func replace(_ books: [Book]) throws -> HistoryStep.ID? {
    let (field, old, new): (BookField, String, String) = dice.pick([
      (.title, "Emma", "Emmy"), (.title, "2", "3"), (.authors, "Jane", "J."), (.publisher, "e", "i"), (.tags, "b", "c"),
      (.subtitle, "Novel", "Roman"), (.notes, "o", "0"), (.contributors, "Simon", "S."), (.otherSeries, "i", "y"),
    ])
    let chosen = dice.happens(30) ? books : (0...dice.roll(3)).map { _ in dice.pick(books) }
    let ids = Array(Set(chosen.map(\.id))).sorted()
    log.append("replace \(old) by \(new) in \(field.rawValue) of \(ids)")
    let changed = try say(in: books.filter { ids.contains($0.id) }, [field]) { $0.replacing(old, with: new) }
    let rewriting = TextRewriting.replacing(try TextReplacement("/\(old)/\(new)/g"))
    let outcome = try catalog.write { try $0.edit(ids, [.rewrite(field, rewriting)]) }
    try #require(outcome.books.sorted() == changed, "\(outcome.books) instead of \(changed); \(story)")
    return outcome.step
  }

  /// Records the rewritten texts of the fields as the user's statements where they differ. Of entries with several
  /// parts, only the names are rewritten.
  ///
  /// - Returns: The ids of the changed books.
  private func say(in books: [Book], _ fields: [BookField], _ text: (String) -> String) throws -> [Book.ID] {
    var changed: Set<Book.ID> = []
    for book in books {
      for field in fields {
        guard let old = book[field]?.description else { continue }
        let isList = field.isList || field == .contributors || field == .otherSeries
        var entries: [String] = []
        for entry in isList ? old.components(of: "; ") : [old] {
          var parts = isList ? entry.components(of: " | ") : [entry]
          parts[0] = text(parts[0])
          let entry = parts.joined(separator: " | ")
          if !entries.contains(entry) { entries.append(entry) }
        }
        if field == .tags { entries.sort() }
        let new = entries.joined(separator: "; ")
        guard new != old else { continue }
        changed.insert(book.id)
        let slot = Place(book: book.id, field: field)
        if field == .tags { try sayTags(Set(entries), slot, book) } else { now.words[slot] = .value(new) }
      }
    }
    return changed.sorted()
  }

  /// Records the wanted tags as the user's additions to and removals from those of the sources.
  private func sayTags(_ newTags: Set<String>, _ slot: Place, _ book: Book) throws {
    var (added, removed): (Set<String>, Set<String>) = ([], [])
    // If the user states nothing, the sources state all shown tags.
    var source = Set(book.tags)
    if case .tags(let before, let after)? = now.words[slot] {
      (added, removed, source) = (before, after, Set(try sourceTags(of: book)))
    }
    now.words[slot] = .tags(
      added: added.intersection(newTags).union(newTags.subtracting(source)),
      removed: removed.subtracting(newTags).union(source.subtracting(newTags)))
  }

  /// Marks two or three books as distinct.
  private func markDistinct(_ books: [Book]) throws -> HistoryStep.ID? {
    let ids = Set((0...(1 + dice.roll(2))).map { _ in dice.pick(books).id })
    guard ids.count > 1 else { return nil }
    log.append("not the same: \(ids.sorted())")
    let isKnown = now.distinct.contains { ids.isSubset(of: $0) }
    let outcome = try catalog.write { try $0.markDistinct(ids.sorted()) }
    // More may be known about books that were merged since.
    #expect(!isKnown || outcome.step == nil, "\(story)")
    if outcome.step != nil { now.distinct.append(ids) }
    return outcome.step
  }

  /// Expects that distinct books are not proposed as duplicates.
  func expectDistinct() throws {
    guard !now.distinct.isEmpty else { return }
    for group in try catalog.duplicateGroups(upTo: .edition) {
      for books in now.distinct {
        try #require(books.intersection(group.books).count < 2, "\(group.books) are not the same; \(story)")
      }
    }
  }
}

extension String {
  /// Splits by bytes: a combining mark at the beginning of an entry joins the separator before it, which then matches
  /// only as one `Character`.
  fileprivate func components(of separator: String) -> [String] {
    utf8.split(separator: separator.utf8, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }
}
