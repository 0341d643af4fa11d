import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Decisions about conflicts, duplicates and sources.
extension RandomLife {
  func decide() throws -> HistoryStep.ID? {
    let books = try catalog.view { try $0.page(size: 1_000).books }
    guard !books.isEmpty else { return nil }
    switch dice.roll(100) {
    case 0..<35: return try resolve()
    case 35..<40: return try resolveAll()
    case 40..<65 where books.count > 1: return try merge(books)
    case 65..<85: return try split(books)
    default: return try removeSource()
    }
  }

  func mergeOrLose() throws -> HistoryStep.ID? {
    let books = try catalog.view { try $0.page(size: 1_000).books }
    if books.count > 1, dice.happens(70) { return try merge(books) }
    return position == states.count - 1 ? try loseSome() : nil
  }

  func resolve() throws -> HistoryStep.ID? {
    guard !now.conflicts.isEmpty else { return nil }
    let conflict = dice.pick(now.conflicts)
    var side = dice.pick([ConflictResolution.mine, .theirs])
    if case .field(let field, _, let theirs, let mine, _) = conflict.kind {
      let slot = Place(book: conflict.book, field: field)
      if dice.happens(40) {
        let text = dice.happens(25) ? theirs?.description ?? "" : dice.pick(Self.values(of: field))
        side = .value(try field.value(of: text))
        now.words[slot] = .value(text.isEmpty ? nil : text)
        if try field.value(of: text) == theirs { now.words[slot] = nil }
      } else if side == .theirs {
        now.words[slot] = nil
      }
      log.append("resolve \(field) of \(conflict.book) \(side), mine \(String(describing: mine))")
    } else {
      log.append("resolve removal of \(conflict.book) \(side)")
    }
    let chosen = side
    let outcome = try catalog.write { try $0.resolve(conflict.book, conflict.subject, chosen) }
    #expect(outcome.step != nil && outcome.books == [conflict.book], "\(story)")
    let left = try conflicts()
    expectEqual(
      left.map(\.name),
      now.conflicts.map(\.name).filter { name in
        // A hidden book is not in conflict.
        name != conflict.name
          && !(conflict.subject == .removal && chosen == .theirs && name.hasPrefix("\(conflict.book) "))
      }, "\(story)")
    return outcome.step
  }

  func resolveAll() throws -> HistoryStep.ID? {
    let side = dice.pick(ConflictSide.allCases)
    log.append("resolve all \(side)")
    if side == .theirs {
      let removed = Set(now.conflicts.filter { $0.subject == .removal }.map(\.book))
      for conflict in now.conflicts where !removed.contains(conflict.book) {
        if case .field(let field, _, _, _, _) = conflict.kind {
          now.words[Place(book: conflict.book, field: field)] = nil
        }
      }
    }
    let outcome = try catalog.resolveEverything(side)
    expectEqual(outcome.step == nil, now.conflicts.isEmpty, "\(story)")
    #expect(try conflicts().isEmpty, "\(story)")
    return outcome.step
  }

  func merge(_ books: [Book]) throws -> HistoryStep.ID? {
    var chosen: [Book] = []
    for _ in 0...(1 + dice.roll(2)) {
      let book = dice.pick(books)
      if !chosen.contains(where: { $0.id == book.id }) { chosen.append(book) }
    }
    guard chosen.count > 1 else { return nil }
    let preferred = dice.happens(30) ? dice.pick(chosen) : chosen[0]
    var decided: [BookField: Book] = [:]
    while dice.happens(40) { decided[dice.pick(liveFields.filter { $0 != .added })] = dice.pick(chosen) }
    let of = decided.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) of \($0.value.id)" }
    log.append("merge \(chosen.map(\.id)), with the values of \(preferred.id) and the \(of)")
    let first = chosen[0]
    // In order of precedence.
    let speaking = [preferred] + chosen.filter { $0.id != preferred.id }
    let provenance = try catalog.view { try $0.provenance(of: preferred) }
    let hasLive = try !temporary.records(of: preferred.id).allSatisfy { $0.hasSuffix("!") }
    let words = now.words
    func word(_ field: BookField, _ book: Book) -> Word? { words[Place(book: book.id, field: field)] }
    for field in BookField.personal + ownFields where field != .added && !BookField.readings.contains(field) {
      if isAddedUp(field) {
        let texts = speaking.compactMap { $0[field]?.description }
        var parts: [String] = []
        for part in texts.flatMap({ $0.split(separator: "; ").map(String.init) }) where !parts.contains(part) {
          parts.append(part)
        }
        if field.isOwn { parts.sort() }
        let all = parts.isEmpty ? nil : parts.joined(separator: "; ")
        let own = Place(book: first.id, field: field)
        if now.words[own] != nil || first[field]?.description != all { now.words[own] = .value(all) }
        continue
      }
      // A rating that the user did not give follows the order of the records.
      guard
        let statingBook = speaking.first(where: { word(field, $0) != nil || field != .rating && $0.says(field) })
      else { continue }
      let own = Place(book: first.id, field: field)
      if let delivered = word(field, statingBook) {
        now.words[own] = delivered
      } else if statingBook.id != first.id {
        now.words[own] = .value(statingBook[field]?.description)
      }
    }
    for field in BookField.bibliographic where chosen.contains(where: { word(field, $0) != nil }) {
      let own = Place(book: first.id, field: field)
      if field == .tags {
        var (ownAdded, ownRemoved): (Set<String>, Set<String>) = ([], [])
        // A tag removed from one book stays if a book of higher rank has it.
        var shown: Set<String> = []
        for book in speaking {
          if case .tags(let added, let removed)? = word(field, book) {
            ownAdded.formUnion(added.subtracting(ownRemoved))
            ownRemoved.formUnion(removed.subtracting(shown))
          }
          shown.formUnion(Set(book.tags).subtracting(ownRemoved))
        }
        now.words[own] = .tags(added: ownAdded, removed: ownRemoved)
        continue
      }
      if Merge.addedUp.contains(field) {
        let all = speaking.map { $0[field] }.reduce(nil) { Merge.united($0, $1, field) ?? $0 ?? $1 }
        now.words[own] = .value(all?.description)
        continue
      }
      let speaker = try speaking.first { book in
        if word(field, book) != nil || book[field] != nil { return true }
        let origin = try catalog.view { try $0.provenance(of: book) }.first { $0.field == field }?.origin
        return if case .user? = origin { true } else { false }
      }
      if let speaker, speaker.id != first.id { now.words[own] = word(field, speaker) }
    }
    let outcome = try catalog.write {
      try $0.merge(
        chosen.map(\.id), preferring: MergePreference(book: preferred.id, fields: decided.mapValues(\.id)))
    }
    #expect(outcome.books == chosen.map(\.id) && outcome.step != nil, "\(story)")
    if decided[.tags] == nil { try addUpTags(of: chosen) }
    try decide(decided, of: first.id)
    for other in chosen.dropFirst() { #expect(try catalog.view { try $0.book(other.id) } == nil, "\(story)") }
    try forgetOwn()
    try expectMergedReadings(
      of: speaking, as: first.id, decided: decided.keys.contains(where: BookField.readings.contains))
    try expectMerged(speaking, as: first.id, words, provenance, hasLive: hasLive, but: decided.keys)
    return outcome.step
  }

  /// Makes tags that no source of the merged book states the user's.
  func addUpTags(of books: [Book]) throws {
    let merged = try #require(try catalog.view { try $0.book(books[0].id) })
    // If the user states nothing, the sources state all shown tags.
    let origin = try catalog.view { try $0.provenance(of: merged) }.first { $0.field == .tags }?.origin
    guard case .user? = origin else { return }
    let own = Place(book: merged.id, field: .tags)
    var (added, removed): (Set<String>, Set<String>) = ([], [])
    if case .tags(let before, let after)? = now.words[own] { (added, removed) = (before, after) }
    added.formUnion(Set(books.flatMap(\.tags)).subtracting(try sourceTags(of: merged)).subtracting(removed))
    now.words[own] = .tags(added: added, removed: removed)
  }

  /// Makes the requested values the user's, whether or not they would show anyway.
  func decide(_ decided: [BookField: Book], of id: Book.ID) throws {
    let merged = try #require(try catalog.view { try $0.book(id) })
    for (field, book) in decided where !BookField.readings.contains(field) {
      try #require(merged[field] == book[field], "\(field) of \(id); \(story)")
      let own = Place(book: id, field: field)
      if field == .tags {
        let source = try sourceTags(of: merged)
        now.words[own] = .tags(added: Set(book.tags), removed: Set(source).subtracting(book.tags))
      } else {
        now.words[own] = .value(book[field]?.description)
      }
    }
  }

  /// Expects that the first book's shown values stay, except in decided fields, and that a hidden edit is reported.
  func expectMerged(
    _ books: [Book], as id: Book.ID, _ words: [Place: Word], _ before: [FieldProvenance], hasLive: Bool,
    but decided: some Collection<BookField>
  ) throws {
    let merged = try #require(try catalog.view { try $0.book(id) })
    let after = try catalog.view { try $0.provenance(of: merged) }
    for field in BookField.bibliographic where field != .tags && !decided.contains(field) {
      // A title or authors of a tombstone count only while no live record has any.
      let isOfTombstone = before.first { $0.field == field }?.removedSince != nil && hasLive
      guard let value = books[0][field], !isOfTombstone else { continue }
      if case .date(let date) = value, case .date(let shown)? = merged[field], shown.isCompatible(with: date) {
        continue
      }
      if field == .identifiers {
        try #require(Set(books[0].identifiers).isSubset(of: merged.identifiers), "\(field) of \(merged.id); \(story)")
        continue
      }
      if field == .files {
        try #require(
          Set(books[0].files.map(\.address)).isSubset(of: merged.files.map(\.address)),
          "\(field) of \(merged.id); \(story)")
        continue
      }
      try #require(merged[field] == value, "\(field) of \(merged.id); \(story)")
    }
    for other in books.dropFirst() {
      for field in allFields
      where field != .tags && field != .isbn && !isAddedUp(field) && !BookField.readings.contains(field) {
        // A removed field is neither shown nor reported.
        if let own = field.ownID, now.fields[own] == nil { continue }
        guard case .value(let text)? = words[Place(book: other.id, field: field)] else { continue }
        if Merge.addedUp.contains(field) || now.words[Place(book: merged.id, field: field)] == .value(text) { continue }
        let named = after.first { $0.field == field }?.passedOver.contains { $0.book == other.id && $0.value == text }
        // The shown value may be the more precise of the two dates.
        if case .date(let shown)? = merged[field], let text, try shown.isCompatible(with: PartialDate(text)) {
          continue
        }
        try #require(
          named == true || merged[field]?.description == text,
          "\(field) of \(other.id) is not named: \(text ?? "nothing"), \(merged[field]?.description ?? "nothing"); \(story)"
        )
      }
    }
  }

  func split(_ books: [Book]) throws -> HistoryStep.ID? {
    let rows = try temporary.foreign().rows(
      """
      SELECT book_id, name, count(*) FROM source_record JOIN source ON source.id = source_id JOIN book ON book.id = book_id
      WHERE hidden = 0 AND state <> 2 GROUP BY book_id, name ORDER BY book_id, name
      """)
    guard !rows.isEmpty else { return nil }
    let row = dice.pick(rows)
    let (book, source) = (Book.ID(row[0] ?? "") ?? 0, row[1] ?? "")
    let all = rows.filter { $0[0] == row[0] }.compactMap { Int($0[2] ?? "") }.reduce(0, +)
    log.append("split \(source) off \(book)")
    if all == 1 {
      #expect(throws: CatalogError.self, "\(story)") { try catalog.write { try $0.split(book, source: source) } }
      return nil
    }
    let outcome = try catalog.write { try $0.split(book, source: source) }
    #expect(outcome.books.count == 2 && outcome.books[0] == book && outcome.step != nil, "\(story)")
    // The earlier readings that only the split-off records state belong to the other book (MergeBooksTests).
    if now.readings[book] != nil { now.readings[book] = try storedReadings()[book] }
    return outcome.step
  }

  func removeSource() throws -> HistoryStep.ID? {
    let sources = try catalog.view { try $0.sources().filter { $0.kind != .local } }
    guard !sources.isEmpty else { return nil }
    let source = dice.pick(sources)
    let removal = dice.pick(SourceRemoval.allCases)
    log.append("remove source \(source.name) \(removal)")
    lastImports[source.name] = nil
    let (before, count) = (try catalog.shownText(), try catalog.bookCount())
    let outcome = try catalog.removeTheSource(source.name, removal)
    let after = try catalog.shownText()
    try expectEqual(catalog.bookCount(), count - outcome.removed, "\(story)")
    switch removal {
    case .keepBooks:
      try #require(Set(before).symmetricDifference(after).sorted() == [], "\(story)")
      expectEqual(outcome.removed, 0)
    case .removeBooks:
      func ids(_ lines: Set<String>) -> Set<Book.ID?> { Set(lines.map { Book.ID(String($0.prefix { $0 != " " })) }) }
      // A book that another source has may show other values.
      let hidden = ids(Set(before).subtracting(after))
      try #require(ids(Set(after).subtracting(before)).isSubset(of: hidden), "\(story)")
      #expect(
        !now.readings.keys.contains(where: hidden.contains)
          && !now.words.contains { word in
            guard hidden.contains(word.key.book) else { return false }
            // Tags that were added and removed again are not an edit.
            if case .tags(let added, let removed) = word.value { return !added.isEmpty && !removed.isEmpty }
            // The absence of a rating is not a reason to keep a book.
            if word.key.field.isPersonal, case .value(let text) = word.value { return text != nil && text != "unread" }
            return true
          }, "\(story)")
    }
    try forgetOwn()
    return outcome.step
  }

  /// Removes a record as a refresh does: the record is marked, and its book is hidden if no other source has it and the
  /// user has not edited it.
  func loseSome() throws -> HistoryStep.ID? {
    let rows = try temporary.foreign().rows(
      """
      SELECT name, remote_id, book_id FROM source_record JOIN source ON source.id = source_id JOIN book ON book.id = book_id
      WHERE kind <> 'local' AND state = 0 AND gone_at IS NULL AND hidden = 0 ORDER BY 1, 2
      """)
    guard !rows.isEmpty else { return nil }
    let row = dice.pick(rows)
    person = nil
    log.append("lose \(row[1] ?? "") of \(row[2] ?? "")")
    lastImports[row[0] ?? ""] = nil
    let id = Book.ID(row[2] ?? "") ?? 0
    let before = try catalog.view { try $0.book(id) }
    let step = try temporary.lose(row[1] ?? "", of: row[0] ?? "")
    if let before, let after = try catalog.view({ try $0.book(id) }) {
      #expect(before.title.hasPrefix("ISBN ") || !after.title.hasPrefix("ISBN "), "\(story)")
      #expect(before.authors.isEmpty || !after.authors.isEmpty, "\(story)")
    }
    return step
  }

  /// Returns the records of books with several tombstones.
  func tombstones() throws -> [String: Book.ID] {
    let rows = try temporary.foreign().rows(
      """
      SELECT source_id || ' ' || remote_id, book_id FROM source_record AS record WHERE gone_at IS NOT NULL
        AND (SELECT count(*) FROM source_record WHERE book_id = record.book_id) > 1
      """)
    return Dictionary(rows.map { ($0[0] ?? "", Book.ID($0[1] ?? "") ?? 0) }) { first, _ in first }
  }

  /// Returns all conflicts, page by page.
  func conflicts() throws -> [Conflict] {
    try catalog.view { snapshot in
      var all: [Conflict] = []
      while true {
        let page = try snapshot.conflicts(limit: 2, after: all.last)
        if page.isEmpty { break }
        all += page
      }
      try expectEqual(snapshot.conflictCount(), all.count, "\(story)")
      try expectEqual(snapshot.conflicts(limit: 1_000), all, "\(story)")
      return all
    }
  }
}

extension Conflict {
  /// `book field`, or `book removal`.
  var name: String {
    switch subject {
    case .field(let field): "\(book) \(field.rawValue)"
    case .removal: "\(book) removal"
    }
  }

  /// The decision that undo restores: none if the user made the change, or if a source got a lost book again.
  var decided: String? {
    switch kind {
    case .field(_, let base, let theirs, let mine, _):
      "\(name): \([base, theirs, mine].map { $0?.storedText ?? "nothing" })"
    case .removal: nil
    }
  }
}
