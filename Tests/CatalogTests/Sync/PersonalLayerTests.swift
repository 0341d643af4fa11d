import CatalogTestSupport
import Synchronization
import Testing

@testable import Catalog
@testable import CatalogModel

/// Two sources of the user's own that say something of the same book's rating, and a user who does, beside a model.
@Suite("Several sources of the user's own") struct PersonalLayerTests {
  /// What a source says of the rating.
  private typealias Said = FieldPresence

  /// What is known of the rating.
  private struct Model: Equatable {
    /// By each source, in the order in which they are asked.
    var said: [FieldValue?] = [nil, nil]
    var shown: FieldValue?
    var isByHand = false

    mutating func deliver(_ said: Said, by source: Int) {
      if said != .absent { self.said[source] = said.value }
      if !isByHand { shown = decided }
    }

    /// Undoing what the user said lets the sources speak again, the first of them in front.
    mutating func takeBack(_ before: Model) {
      isByHand = before.isByHand
      shown = isByHand ? before.shown : decided
    }

    private var decided: FieldValue? { said.lazy.compactMap(\.self).first }
  }

  /// What the two sources deliver next.
  private final class Deliveries: Sendable {
    let next = Mutex([Said.absent, .absent])
    private let field: BookField

    init(of field: BookField = .rating) { self.field = field }

    /// Has a source say something, and reads it.
    func deliver(_ said: Said, by index: Int, to catalog: BookCatalog) async throws {
      next.withLock { $0[index] = said }
      _ = try await catalog.syncEngine(sources: [source(index)]).refresh()
    }

    func source(_ index: Int) -> ScriptedSource {
      ScriptedSource("shop-\(index)") { _ in
        var values = FieldPresences()
        (values[.title], values[.authors]) = (.value(.text("Dune")), .value(.list(["Frank Herbert"])))
        values[self.field] = self.next.withLock { $0[index] }
        return SourcePage(
          records: [SourceRecord(remoteID: "r1", values: values)],
          cursor: "\(UInt64.random(in: .min ... .max))", isLast: true)
      }
    }
  }

  private static func addSources(to catalog: BookCatalog) async throws {
    try await catalog.write { transaction in
      for name in ["shop-0", "shop-1"] {
        try transaction.addSource(name, kind: .samples, location: nil)
        try transaction.setSource(name, [.isMine(true)])
      }
    }
  }

  @Test(
    "the first that says something is shown, a word of the user's is never gone over, and undoing that shows what they say now",
    arguments: 1...12)
  func life(seed: Int) async throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    var model = Model()
    /// The user's steps that stand, with what was before them.
    var edits: [(step: HistoryStep.ID, before: Model)] = []
    var story = "seed \(seed):"
    func deliver(_ said: Said, by source: Int) async throws {
      story += " shop-\(source) \(said);"
      deliveries.next.withLock { $0[source] = said }
      let report = try await catalog.syncEngine(sources: [deliveries.source(source)]).refresh()
      #expect(report.allSatisfy { $0.failure == nil }, "\(story)")
      model.deliver(said, by: source)
    }
    func rating() async throws -> FieldValue? {
      let books = try await catalog.page().books
      #expect(books.count == 1, "\(story)")
      return books.first?[.rating]
    }
    try await deliver(.absent, by: 0)
    try await deliver(.absent, by: 1)
    for _ in 0..<30 {
      switch dice.pick([0, 0, 1, 1, 2, 3]) {
      case 0, 1:
        let said: Said = dice.pick([.absent, .null, .value(.decimal(1)), .value(.decimal(2)), .value(.decimal(3))])
        try await deliver(said, by: dice.pick([0, 1]))
      case 2:
        let value: FieldValue? = dice.pick([nil, .decimal(4), .decimal(5)])
        story += " user \(value?.description ?? "nothing");"
        guard let step = try await catalog.edit(1, { try $0.assign(.rating, value) }).step else { continue }
        edits.append((step, model))
        (model.shown, model.isByHand) = (value, true)
      default:
        guard let last = edits.popLast() else { continue }
        story += " undo;"
        #expect(try await catalog.undo(step: last.step).left.isEmpty, "\(story)")
        model.takeBack(last.before)
      }
      #expect(try await rating() == model.shown, "\(story)")
    }
    #expect(try catalog.findings() == [])
  }

  @Test("an import goes on being followed though another one knows the book and says nothing")
  func imports() async throws {
    let temporary = try TemporaryCatalog()
    func record(_ state: ReadState?, _ rating: Double?) -> SourceRecord {
      SourceRecord("d1") { draft in
        (draft.title, draft.isbn) = ("Dune", try? ISBN("9780441013593"))
        if let state { draft.readState = state }
        if let rating { draft.rating = rating }
      }
    }
    try await temporary.importRecords([record(.reading, nil)], source: "goodreads")
    try await temporary.importRecords([record(nil, nil)], source: "storygraph")
    let report = try await temporary.importRecords([record(.read, 5)], source: "goodreads")
    #expect(report.counts.updated == 1 && report.counts.keptYours == 0)
    let book = try #require(try await temporary.catalog.page().books.first)
    #expect(book.readState == .read && book.rating == 5)
    #expect(book.sources.split(separator: " ").count == 2)
    let provenance = try await temporary.catalog.read { try $0.provenance(of: book) }
    #expect(provenance.first { $0.field == .rating }?.origin == .source("goodreads"))
  }

  @Test("redo shows the user's value again, whatever the source has said since")
  func redone() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    func say(_ rating: Double) async throws {
      try await temporary.importRecords([SourceRecord("d1") { ($0.title, $0.rating) = ("Dune", rating) }])
    }
    try await say(3)
    let step = try #require(try await catalog.edit(1) { $0.rating = 5 }.step)
    try await say(4)
    try await catalog.undo(step: step)
    #expect(try await catalog.book(1)?.rating == 4)
    try await catalog.redo()
    #expect(try await catalog.book(1)?.rating == 5)
    try await catalog.undo()
    try await say(2)
    #expect(try await catalog.book(1)?.rating == 2)
  }

  @Test("what a source said while it was the user's own stays theirs when it becomes a stranger's")
  func noLonger() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    try await deliveries.deliver(.value(.decimal(2)), by: 1, to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-1", [.isMine(false)]) }
    try await deliveries.deliver(.value(.decimal(5)), by: 1, to: catalog)
    try await deliveries.deliver(.null, by: 0, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [2])
  }

  @Test("a source says nothing of personal fields until it delivers as the user's own")
  func becomesMine() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(false)]) }
    try await deliveries.deliver(.value(.decimal(2)), by: 0, to: catalog)
    try await deliveries.deliver(.value(.decimal(3)), by: 1, to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(true)]) }
    try await deliveries.deliver(.value(.decimal(4)), by: 1, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [4])
    try await deliveries.deliver(.null, by: 1, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [nil])
    try await deliveries.deliver(.value(.decimal(5)), by: 0, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [5])
  }

  @Test("values that an older version filled in stay when their source becomes a stranger's", arguments: [true, false])
  func filledInByOlderVersion(isMine: Bool) async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    // Older versions did not keep what a source says of personal fields.
    try catalog.tamper("UPDATE source_record SET personal = NULL, said = NULL")
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(isMine)]) }
    try await deliveries.deliver(.absent, by: 1, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [3])
    try await deliveries.deliver(.value(.decimal(4)), by: 0, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [isMine ? 4 : 3])
  }

  @Test("undone, that a source has no value more leaves it as unknown as before what it said, and it is followed again")
  func undone() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    func rating() async throws -> [Double?] { try await catalog.page().books.map(\.rating) }
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    // What it says as a stranger's source nobody keeps.
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(false)]) }
    try await deliveries.deliver(.value(.decimal(4)), by: 0, to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(true)]) }
    try await deliveries.deliver(.null, by: 0, to: catalog)
    #expect(try await rating() == [nil])
    try await catalog.undo()
    #expect(try await rating() == [3])
    try await deliveries.deliver(.null, by: 0, to: catalog)
    #expect(try await rating() == [nil])
  }

  @Test("of one whose word was not kept, what it filled in is followed also where it leaves that out at first")
  func leftOut() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(false)]) }
    try await deliveries.deliver(.value(.decimal(4)), by: 0, to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(true)]) }
    try await deliveries.deliver(.absent, by: 0, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [3])
    try await deliveries.deliver(.value(.decimal(5)), by: 0, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [5])
  }

  @Test("a source that is a stranger's for a while says nothing new meanwhile, and is heard again in its order")
  func strangerForAWhile() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    func rating() async throws -> [Double?] { try await catalog.page().books.map(\.rating) }
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    try await deliveries.deliver(.value(.decimal(2)), by: 1, to: catalog)
    for (isMine, said, shown) in [(false, 4.0, 3.0), (true, 5, 5), (false, 1, 5), (false, 2, 5), (true, 4, 4)] {
      try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(isMine)]) }
      try await deliveries.deliver(.value(.decimal(said)), by: 0, to: catalog)
      #expect(try await rating() == [shown])
    }
    // The other one's word is shown when this one has none.
    try await deliveries.deliver(.null, by: 0, to: catalog)
    #expect(try await rating() == [2])
  }

  @Test("in how far a book is read it is followed also where it says in between that it does not know")
  func readState() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries(of: .readState)
    try await Self.addSources(to: catalog)
    for (said, shown) in [
      (Said.value(.readState(.read)), ReadState.read), (.null, .read), (.value(.readState(.want)), .want),
    ] {
      try await deliveries.deliver(said, by: 0, to: catalog)
      #expect(try await catalog.page().books.map(\.readState) == [shown])
    }
  }

  @Test("redone, what a stranger's source said does not become what it filled in once it is the user's own")
  func redoneAsStranger() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-1", [.isMine(false)]) }
    try await deliveries.deliver(.value(.decimal(3)), by: 1, to: catalog)
    try await catalog.undo()
    try await catalog.redo()
    try await catalog.write { _ = try $0.setSource("shop-1", [.isMine(true)]) }
    try await deliveries.deliver(.value(.decimal(4)), by: 1, to: catalog)
    #expect(try await catalog.page().books.map(\.rating) == [3])
  }
}
