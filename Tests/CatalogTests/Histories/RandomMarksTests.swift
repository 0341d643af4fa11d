import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

/// Random days of a family. Each person's view is compared with a catalog of their own in which they are the owner and
/// everything else happens alike: marks are hidden from others and behave like the owner's fields.
@Suite("Random marks")
struct RandomMarksTests {
  @Test(
    "a person's marks show as the owner's would in a catalog of their own", arguments: SimulatedSeeds.range(count: 1))
  func lives(seed: UInt64) throws {
    let family = try Family(seed: seed)
    for _ in 0..<40 {
      try family.act()
      try family.compare()
    }
    for catalog in [family.shared.catalog] + family.mirrors.map(\.catalog) { try expectEqual(catalog.findings(), []) }
  }
}

private final class Family {
  /// The owner and two others.
  private static let people = [nil, "Anna", "Ben"]
  private static let queries = [
    "", "is:unread", "is:read", "is:unfinished", "is:rated", "-is:rated", "rating:4..", "rating:<3", "is:reread",
    "has:notes",
    "no:review", "finished:2020..", "started:2019", "war", "\"about war\"", "dun", "war OR is:reading", "notes~/war/",
    "review~/./ rating:1..", "-war tag:sf", "is:want title:d", "rating:5 OR finished:2021",
  ]
  private static let orders = ["rating", "-rating", "finished", "-finished", "started", "-added", "title"]

  let shared: TemporaryCatalog
  /// For each of the people, a catalog in which they are the owner.
  let mirrors: [TemporaryCatalog]
  private let seen: [BookCatalog]
  private var dice: SeededGenerator
  private var log: [String] = []
  /// The steps that can be undone: the person whose step it is, and its number in the shared catalog and in each of the
  /// others that have it.
  private var steps: [(person: Int?, shared: HistoryStep.ID, mirrored: [Int: HistoryStep.ID])] = []
  private let seed: UInt64

  init(seed: UInt64) throws {
    self.seed = seed
    dice = SeededGenerator(seed: seed &* 7_919)
    let shared = try TemporaryCatalog()
    self.shared = shared
    mirrors = try Self.people.map { _ in try TemporaryCatalog() }
    seen = try Self.people.map { try $0.map(shared.catalog.seen) ?? shared.catalog }
    for _ in 0..<12 { try add() }
  }

  private var story: String { "seed \(seed): \(log.suffix(8).joined(separator: "; "))" }

  private func add() throws {
    var fields = dice.fields().compactMapValues(\.self)
    for field in BookField.personal { fields[field] = nil }
    for catalog in [shared] + mirrors { try catalog.catalog.addBook(fields) }
  }

  func act() throws {
    let books = try shared.catalog.found("")
    switch dice.roll(20) {
    case 0: try add()
    case 1 where books.count > 3:
      let book = dice.pick(books)
      log.append("remove \(book)")
      try note(nil) { try $0.write { try $0.remove([book]) } }
    case 2..<5:
      let (book, title) = (dice.pick(books), dice.pick(["war", "Dune war", "peace", "the dune"]))
      log.append("title of \(book): \(title)")
      try note(nil) { try $0.set(.title, of: book, to: title) }
    case 5..<9: try undo()
    case 9 where books.count > 3:
      let merged = Array(books.shuffled(using: &dice).prefix(2 + dice.roll(2)))
      log.append("merge \(merged)")
      try note(nil) { try $0.write { try $0.merge(merged) } }
    default:
      let (person, book) = (dice.roll(Self.people.count), dice.pick(books))
      let (field, text) = mark()
      log.append("\(Self.people[person] ?? "owner") \(field.rawValue) of \(book): \(text)")
      try note(person) { try $0.set(field, of: book, to: text) }
    }
  }

  private func mark() -> (BookField, String) {
    switch dice.roll(7) {
    case 0, 1: (.readState, dice.pick(["unread", "want", "reading", "paused", "read", "abandoned"]))
    case 2, 3: (.rating, dice.pick(["", "1", "2.5", "4", "5"]))
    case 4: (.finished, dice.pick(["", "2020", "2020-05", "2021-03-04"]))
    case 5: (.started, dice.pick(["", "2019", "2019-12-31"]))
    default: (dice.pick([.notes, .review]), dice.pick(["", "about war", "war about", "dune"]))
    }
  }

  /// - Parameter person: The person who can see the change; `nil` if all can.
  private func note(_ person: Int?, _ change: (BookCatalog) throws -> ChangeOutcome) throws {
    guard let step = try change(person.map { seen[$0] } ?? shared.catalog).step else {
      for (index, mirror) in mirrors.enumerated() where person == nil || person == index {
        let outcome = try change(mirror.catalog)
        guard let step = outcome.step else { continue }
        // An owner's mark as unread is stored, also if the book shows nothing else. A mark of others has nothing to
        // store.
        #expect(outcome.differences.isEmpty, "\(story)")
        _ = try mirror.catalog.undo(step: step)
      }
      return
    }
    var mirrored: [Int: HistoryStep.ID] = [:]
    for (index, mirror) in mirrors.enumerated() where person == nil || person == index {
      mirrored[index] = try change(mirror.catalog).step
    }
    steps.append((person, step, mirrored))
  }

  /// Undoes any step by its number, out of order and whoever made it. If others block it, they block it in all
  /// catalogs.
  private func undo() throws {
    guard !steps.isEmpty else { return }
    let index = dice.roll(steps.count)
    let (person, step, mirrored) = steps[index]
    log.append("undo \(step)")
    func undo(_ catalog: BookCatalog, _ step: HistoryStep.ID) throws -> Bool {
      do {
        _ = try catalog.undo(step: step)
        return true
      } catch let error as CatalogError where error.code == .nothingToDo { return false }
    }
    // Another person may have marked a shared change since, which then cannot be undone. A merge blocks the undo of the
    // owner's fields, but not that of marks. The owner's own steps are refused in both catalogs or in neither.
    let others = mirrored.map { (mirrors[$0.key].catalog, $0.value) }
    if person != 0 {
      let isPossible = others.allSatisfy { catalog, step in (try? catalog.view { try $0.stepToUndo(step) }) != nil }
      guard isPossible else { return }
    }
    let isDone = try undo(shared.catalog, step)
    for (catalog, step) in others { try expectEqual(undo(catalog, step), isDone, "\(story)") }
    if isDone { steps.remove(at: index) }
  }

  func compare() throws {
    for (person, mirror) in mirrors.enumerated() {
      let (theirs, own) = (seen[person], mirror.catalog)
      try expectEqual(shown(theirs), shown(own), "\(story)")
      for query in (0..<3).map({ _ in dice.pick(Self.queries) }) {
        let order = try BookOrder(dice.pick(Self.orders))
        let ordered = BookQuery(query, order: order)
        try expectEqual(
          theirs.view { try $0.statistics(of: ordered) }, own.view { try $0.statistics(of: ordered) }, "\(story)")
        let differences = try zip(answers(ordered, theirs), answers(ordered, own)).filter { $0 != $1 }
        #expect(differences.isEmpty, "\(differences); \(person) “\(query)” by \(order.name); \(story)")
      }
    }
  }

  /// Returns the shown text without the times of addition, which depend on each catalog's clock.
  private func shown(_ catalog: BookCatalog) throws -> [String] {
    try catalog.shownText().filter { !$0.contains(" added=") }
  }

  private func answers(_ query: BookQuery, _ catalog: BookCatalog) throws -> [String] {
    try catalog.view { snapshot in
      var ids: [Book.ID] = []
      var position = PagePosition.start
      while true {
        let page = try snapshot.page(query, at: position, size: 3)
        ids += page.books.map(\.id)
        guard let next = page.next else { break }
        position = .after(try PageCursor(next.description, order: query.order))
      }
      let facets = try [BookFacet.state, .rating].map { try $0.values(of: query, in: snapshot) }
      let last = try ids.last.map { String(describing: try snapshot.position(of: $0, in: query)) }
      var best = query
      best.order = .bestMatch
      return [
        "\(ids)", "\(try snapshot.count(of: query))", "\(try snapshot.ids(of: query))", "\(facets)", last ?? "",
        "\(try snapshot.page(best, size: 5).books.map(\.id))",
        "\(try snapshot.page(query, at: .offset(4), size: 2).books.map(\.id))",
      ]
    }
  }
}
