import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The invariants of personal fields, including user-defined ones: the user's value stays until the user replaces or
/// reverts it. Without one, a source of the user's own is followed, and no other source is.
extension SimulationOracle {
  /// Records the possible statements of a source of the user's own about books.
  ///
  /// - Parameter kept: The earlier contents of the quarantine, which may have been read again.
  mutating func hear(_ answers: [SimulatedServer.Answer], kept: [String], of server: String) {
    guard mine.contains(server) else { return }
    noteOwnSource(server)
    for item in answers.flatMap(\.items) {
      switch item {
      case .delivered(let remoteID, let statements): hear(statements, of: Key(source: server, remoteID: remoteID))
      case .bad(_, let payload): hear(payload, of: server)
      case .untitled(let remoteID, let row): hear(row.statements, of: Key(source: server, remoteID: remoteID))
      case .present, .removed: break
      }
    }
    for payload in kept { hear(payload, of: server) }
  }

  /// Records the books that a source of the user's own has.
  mutating func noteOwnSource(_ server: String) {
    for (key, book) in known.books where key.source == server { ownSources[book, default: []].insert(server) }
  }

  private mutating func hear(_ payload: String, of server: String) {
    guard let decoded = try? SimulatedPayload.decode(payload) else { return }
    hear(decoded.statements, of: Key(source: server, remoteID: decoded.remoteID))
  }

  private mutating func hear(_ statements: Statements, of key: Key) {
    guard let book = known.books[key] else { return }
    for field in simulatedPersonal + SimulatedOwn.fields {
      guard case .some(.some(let text)) = statements[field] else { continue }
      statedValues[Place(book: book, field: field), default: []].insert(text)
    }
  }

  /// I14: the shown value is the user's, or else one that a source of the user's own has stated.
  func checkPersonal(_ book: CatalogImage.Book, _ id: Book.ID, _ fields: [OwnField.ID: CatalogImage.Own]) throws {
    let words = known.hands.keys.filter { $0.book == id }.map(\.field)
    for field in Set(simulatedPersonal + words + book.personal.keys) where !BookField.readings.contains(field) {
      let (slot, shown) = (Place(book: id, field: field), book.personal[field])
      if let word = known.hands[slot] {
        guard shown == word else {
          throw SimulationViolation(
            "I14: \(field) of \(id) is \(shown ?? "nothing"), and the user said \(word ?? "nothing")")
        }
      } else if let shown {
        let heard = SimulatedOwn.fields.filter { $0.ownKind == field.ownKind } + [field]
        guard heard.contains(where: { statedValues[Place(book: id, field: $0)]?.contains(shown) == true }) else {
          throw SimulationViolation(
            "I14: \(field) of \(id) is \(shown), and neither the user nor their sources said so")
        }
      }
      if let own = field.ownID, fields[own] == nil {
        throw SimulationViolation("I14: book \(id) has a value of field \(own), which there is not")
      }
    }
  }

  /// I15: a field has the name that the user gave it, and exists unless the user removed it; other fields are those of
  /// the sources.
  func checkFields(_ image: CatalogImage) throws {
    for (id, word) in known.fieldWords where image.fields[id] != word {
      throw SimulationViolation("I15: field \(id) is \(String(describing: image.fields[id])), not \(word)")
    }
    for (id, field) in image.fields where known.fieldWords[id] == nil {
      guard field.isRemoved || !mine.isEmpty || !ownSources.isEmpty,
        field.isRemoved || SimulatedOwn.mayBe(field.firstName)
      else { throw SimulationViolation("I15: nobody made field \(id): \(field)") }
    }
  }

  /// I16: a source that is not the user's own adds nothing to personal fields. No refresh changes fields, except that
  /// fields hidden only by an undo return.
  func checkLeftAlone(_ before: CatalogImage, _ after: CatalogImage, by server: String) throws {
    for (id, field) in before.fields where after.fields[id] != field {
      if field.isRemoved, known.fieldWords[id]?.isRemoved != true, mine.contains(server) { continue }
      throw SimulationViolation("I16: reading \(server) made of \(field) \(String(describing: after.fields[id]))")
    }
    guard !mine.contains(server) else { return }
    guard after.fields.count == before.fields.count else {
      throw SimulationViolation("I16: \(server) is not the user's, and made fields \(after.fields)")
    }
    for (id, book) in after.books {
      let old = before.books[id]
      // A book that returns after its step was undone starts anew.
      if old?.hidden == 4, book.personal.isEmpty { continue }
      var (shown, before) = (book.personal, old?.personal ?? [:])
      // Its values count only until another source has the book.
      if hasTombstoneOfOwn(id) {
        for field in ReadingLayer.fields + SimulatedOwn.made(in: before) { (shown[field], before[field]) = (nil, nil) }
      }
      guard shown == before else {
        throw SimulationViolation(
          "I16: \(server) is not the user's, and made \(book.personal) of \(old?.personal ?? [:]) of book \(id)")
      }
    }
  }

  /// Returns true if one of the user's own sources has lost the book.
  private func hasTombstoneOfOwn(_ id: Book.ID) -> Bool {
    known.books.contains { key, book in
      book == id && mine.contains(key.source) && known.records[key]?.isTombstone == true
    }
  }

  /// I19: among several of the user's own sources, none overwrites a user-defined field that another has filled in. A
  /// source replaces its own earlier values.
  func checkKept(_ before: CatalogImage, _ after: CatalogImage, by server: String) throws {
    guard mine.contains(server) else { return }
    for (id, book) in after.books {
      let isOthers = known.books.contains {
        $0.value == id && $0.key.source != server && mine.contains($0.key.source)
          && !known.removedSources.contains($0.key.source) && known.records[$0.key]?.isTombstone == false
      }
      guard isOthers, let old = before.books[id], old.hidden != 4 else { continue }
      let own = before.records.filter { $0.key.source == server && $0.value.book == id }.map(\.value.personal)
      for (field, value) in old.personal where field.isOwn && book.personal[field] != value {
        if own.contains(where: { $0 == nil || $0?[field] == value }) { continue }
        throw SimulationViolation(
          "I19: \(server) made \(field) of \(id) \(book.personal[field] ?? "nothing"), and another source had said \(value)"
        )
      }
    }
  }

  /// I22: while a source has a book, the values of sources that have lost it do not show.
  func checkWithdrawn(_ image: CatalogImage) throws {
    for (id, book) in image.books where book.hidden == 0 {
      let records = image.records.values.filter { $0.book == id }
      let counting = records.filter { !$0.isTombstone }
      guard hasTombstoneOfOwn(id), !counting.isEmpty, counting.allSatisfy({ $0.personal != nil }) else { continue }
      for (field, value) in book.personal where field.isOwn {
        let slot = Place(book: id, field: field)
        guard known.hands[slot] == nil, !known.doubted.contains(slot),
          records.contains(where: { $0.isTombstone && $0.personal?[field] == value }),
          !counting.contains(where: { $0.personal?[field] == value })
        else { continue }
        throw SimulationViolation("I22: \(field) of \(id) is \(value), and only sources that lost the book say so")
      }
    }
  }

  /// I17: where the user has stated nothing, and no other source of theirs has stated anything about the book, the last
  /// value of a source of their own shows.
  func checkFollowed(_ image: CatalogImage, _ server: String, _ statements: [String: Statements]) throws {
    guard mine.contains(server) else { return }
    for (remoteID, statements) in statements.sorted(by: { $0.key < $1.key }) {
      guard let id = known.books[Key(source: server, remoteID: remoteID)], let book = image.books[id],
        ownSources[id] == [server]
      else { continue }
      try checkSoleReadings(book, id, statements)
      for field in [.rating] + SimulatedOwn.fields {
        guard let stated = statements[field],
          let shown = field.isOwn ? Self.field(field, image) : field,
          known.hands[Place(book: id, field: shown)] == nil,
          !known.doubted.contains(Place(book: id, field: shown))
        else { continue }
        guard book.personal[shown] == stated else {
          throw SimulationViolation(
            "I17: \(remoteID) says \(field) is \(stated ?? "none"), and \(id) has \(book.personal[shown] ?? "none")")
        }
      }
    }
  }

  /// Returns the field that a source means, if it is certain.
  private static func field(_ stated: BookField, _ image: CatalogImage) -> BookField? {
    let name = SimulatedOwn.name(of: stated)
    let meant = image.fields.filter {
      $0.value.name.hasPrefix(name) || $0.value.firstName.hasPrefix(name)
    }
    guard let (id, own) = meant.first, meant.count == 1, let kind = stated.ownKind, own.kind == kind.rawValue else {
      return nil
    }
    return BookField.own(id, kind)
  }
}
