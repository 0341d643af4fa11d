import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The user's changes to personal fields, and to the ownership of sources, in a simulated world.
extension SimulatedWorld {
  /// Sets or clears a personal field of a book.
  func sayPersonal(_ dice: inout SeededGenerator) throws {
    let image = try image()
    guard let book = shownBook(image, &dice) else { return }
    let own = try catalog.view { try $0.fields() }.shown.map(\.field)
    let field = dice.oneIn(2) && !own.isEmpty ? dice.pick(own) : dice.pick(simulatedPersonal)
    let text = dice.userValue(of: field)
    person = dice.pick(Self.people)
    guard
      try act(
        "set \(field) to \(text.isEmpty ? "nothing" : text)", on: book, { try $0.set(field, of: book, to: text) })
    else { return }
    oracle.known.hands[Place(book: book, field: field)] = .some(["", "unread"].contains(text) ? nil : text)
    oracle.known.kept.insert(book)
    oracle.hearUser(field, text, of: book)
    try observe()
  }

  /// Creates, renames or removes a field.
  func changeFields(_ dice: inout SeededGenerator) throws {
    let (before, image, last) = (oracle.known, try image(), try catalog.steps().first?.id)
    let fields = try catalog.view { try $0.fields() }
    let free = ["shelf", "score", "room", "place"].filter { fields[$0] == nil }
    let changed: OwnField
    person = dice.pick(Self.people)
    switch Int.random(in: 0..<4, using: &dice) {
    case 0..<2:
      guard !free.isEmpty else { return }
      let (name, kind) = (dice.pick(free), dice.pick([OwnField.Kind.text, .number]))
      changed = try acting.write { try $0.addField(name, kind) }
      tell("\(who)make field \(changed.id) \(name), a \(kind)")
    case 2:
      guard !free.isEmpty, !fields.isEmpty else { return }
      let (old, name) = (dice.pick(fields.shown), dice.pick(free))
      changed = try acting.write { try $0.renameField(old.name, to: name) }
      tell("\(who)rename field \(old.name) to \(name)")
    default:
      guard !fields.isEmpty else { return }
      let old = dice.pick(fields.shown)
      changed = try acting.write { try $0.removeField(old.name) }
      tell("\(who)remove field \(old.name)")
    }
    try remember(since: last, before, image)
    oracle.known.doubtedFields.remove(changed.id)
    oracle.known.fieldWords[changed.id] = CatalogImage.Own(
      name: changed.name, firstName: changed.firstName, kind: changed.kind.rawValue, isRemoved: changed.isRemoved)
    try observe()
  }

  /// Makes a source the user's own or a normal one again; the next refresh reads it in full.
  func changeMine(_ server: SimulatedServer) throws {
    guard let source = try known(server) else { return }
    let isMine = !oracle.mine.contains(server.name)
    _ = try catalog.write { try $0.setSource(source.name, [.isMine(isMine)]) }
    tell("\(server.name) is \(isMine ? "mine" : "not mine")")
    if isMine {
      oracle.mine.insert(server.name)
      oracle.noteOwnSource(server.name)
    } else {
      oracle.mine.remove(server.name)
    }
    server.change { $0.heard = [:] }
    try observe()
  }

  /// Changes the ownership of a source while it is refreshed.
  ///
  /// - Returns: The contents of the file then.
  func changeMineMeanwhile(_ server: SimulatedServer) throws -> CatalogImage {
    try take(try image(), server, mandatory: [])
    try changeMine(server)
    heardBefore = server.snapshot.answers.count
    return try image()
  }

  /// Records the state of fields whose undo was interrupted.
  func takeHalfUndoneFields(_ image: CatalogImage) {
    for id in oracle.known.doubtedFields where oracle.known.fieldWords[id] != nil {
      oracle.known.fieldWords[id] = image.fields[id]
    }
  }

  /// Returns the last statements of the stored answers about each record, if all statements about it were stored.
  func delivered(by answers: [SimulatedServer.Answer], stored: Set<Int>) -> [String: Statements] {
    var (stated, doubtful): ([String: Statements], Set<String>) = ([:], [])
    for (number, answer) in answers.enumerated() {
      for item in answer.items {
        guard let remoteID = item.remoteID else { continue }
        if case .delivered(_, let statements) = item, stored.contains(number) {
          stated[remoteID] = statements
        } else {
          doubtful.insert(remoteID)
        }
      }
    }
    return stated.filter { !doubtful.contains($0.key) }
  }

  /// Checks that the user's own sources are followed in all their current statements.
  ///
  /// - Parameter isSettled: True if each source has delivered everything anew. Before that, a list with shifting pages
  ///   may have left out some records since it became the user's own.
  func checkFollowed(isSettled: Bool) throws {
    let image = try image()
    for server in servers where isSettled || server.kind != .list(isStable: false) {
      let stated = server.snapshot.entries.compactMapValues { $0.isBad ? nil : $0.statements }
      try oracle.checkFollowed(image, server.name, stated)
    }
  }
}
