import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The actions of the user of a simulated world.
extension SimulatedWorld {
  typealias Place = CatalogImage.Place

  func shownBook(_ image: CatalogImage, _ dice: inout SeededGenerator) -> Book.ID? {
    let shown = image.books.filter { $0.value.hidden == 0 }.keys.sorted()
    return shown.isEmpty ? nil : dice.pick(shown)
  }

  /// Performs an action on the catalog, and checks that nothing else changed.
  func act(_ what: String, on book: Book.ID, _ body: (BookCatalog) throws -> ChangeOutcome) throws -> Bool {
    let (before, image, last) = (oracle.known, try image(), try catalog.steps().first?.id)
    let outcome = try body(acting)
    tell("\(who)\(what) \(book)\(outcome.step == nil ? " (nothing)" : "")")
    guard outcome.step != nil else { return false }
    try remember(since: last, before, image)
    return true
  }

  func edit(_ dice: inout SeededGenerator) throws {
    let image = try image()
    guard let book = shownBook(image, &dice), let shown = image.books[book] else { return }
    person = dice.pick(Self.people)
    let field = dice.pick(simulatedFields)
    let slot = Place(book: book, field: field)
    if field == .tags, dice.oneIn(3) {
      guard try setTags(slot, &dice) else { return }
    } else if field == .tags {
      let tag = dice.pick(["a", "b", "x", "y"])
      let isAdded = dice.oneIn(2)
      let change = isAdded ? FieldChange.add(.tags, [tag]) : .remove(.tags, [tag])
      let isShown = SimulationOracle.tags(shown.shown[.tags]).contains(tag)
      guard isAdded || isShown else { return }
      guard try act("edit tags \(isAdded ? "+" : "-")\(tag)", on: book, { try $0.change([book], change) }) else {
        return
      }
      var (added, removed): (Set<String>, Set<String>) = ([], [])
      if case .tags(let before, let after)? = oracle.known.words[slot] { (added, removed) = (before, after) }
      let isTheirs = SimulationOracle.tags(oracle.theirs(.tags, of: book)).contains(tag)
      if isAdded {
        removed.remove(tag)
        // Adding a shown tag makes it the user's as well.
        if !isTheirs || isShown { added.insert(tag) }
      } else {
        added.remove(tag)
        if isTheirs { removed.insert(tag) }
      }
      oracle.known.words[slot] = added.isEmpty && removed.isEmpty ? nil : .tags(added: added, removed: removed)
    } else {
      let mine: String? =
        field != .title && dice.oneIn(5)
        ? nil
        : ![.identifiers, .cover].contains(field) && dice.oneIn(2)
          ? "700" : dice.value(of: field, work: Self.work(of: shown))
      let text = field == .pages && Int(mine ?? "") == nil ? nil : mine
      guard
        try act("edit \(field) to \(text ?? "nothing")", on: book, { try $0.set(field, of: book, to: text ?? "") })
      else { return }
      oracle.known.words[slot] = .value(base: oracle.theirs(field, of: book), text)
    }
    oracle.known.kept.insert(book)
    try observe()
  }

  /// Sets all tags of a book: each of them becomes the user's, including those of sources.
  private func setTags(_ slot: Place, _ dice: inout SeededGenerator) throws -> Bool {
    let newTags = ["a", "b", "x", "y"].filter { _ in dice.oneIn(2) }
    let change = FieldChange.set(.tags, newTags.isEmpty ? nil : .list(newTags))
    guard try act("set tags to \(newTags)", on: slot.book, { try $0.change([slot.book], change) }) else {
      return false
    }
    var removed = Set(SimulationOracle.tags(oracle.theirs(.tags, of: slot.book)))
    if case .tags(_, let before)? = oracle.known.words[slot] { removed.formUnion(before) }
    removed.subtract(newTags)
    oracle.known.words[slot] =
      newTags.isEmpty && removed.isEmpty ? nil : .tags(added: Set(newTags), removed: removed)
    return true
  }

  func revert(_ dice: inout SeededGenerator) throws {
    let image = try image()
    let slots = oracle.known.words.keys.filter { image.books[$0.book]?.hidden == 0 }.sorted()
    guard !slots.isEmpty else { return }
    let slot = dice.pick(slots)
    person = dice.pick(Self.people)
    _ = try act("revert \(slot.field)", on: slot.book) { try $0.revertField(slot.field, of: slot.book) }
    oracle.known.words[slot] = nil
    try observe()
  }

  func resolve(_ dice: inout SeededGenerator) throws {
    let image = try image()
    let slots = oracle.conflicts.filter { image.books[$0.book]?.hidden == 0 }.sorted()
    guard !slots.isEmpty else { return }
    let slot = dice.pick(slots)
    let isMine = dice.oneIn(2)
    person = dice.pick(Self.people)
    guard case .value(_, let mine)? = oracle.known.words[slot] else { return }
    _ = try act("resolve \(slot.field) as \(isMine ? "mine" : "theirs")", on: slot.book) {
      try $0.write { try $0.resolve(slot.book, .field(slot.field), isMine ? .mine : .theirs) }
    }
    oracle.known.words[slot] = isMine ? .value(base: oracle.theirs(slot.field, of: slot.book), mine) : nil
    try observe()
  }

  func remove(_ dice: inout SeededGenerator) throws {
    guard let book = shownBook(try image(), &dice) else { return }
    person = dice.pick(Self.people)
    _ = try act("remove", on: book) { try $0.removeBooks(book) }
    oracle.known.removed.insert(book)
    try observe()
  }

  /// Returns the work of a book, from its ISBN.
  private static func work(of book: CatalogImage.Book) -> Int { Int((book.isbn ?? "").dropFirst(9).prefix(3)) ?? 0 }
}
