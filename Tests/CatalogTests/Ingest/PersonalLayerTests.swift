import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Two sources of the user's own with different ratings of the same book, and the user's own rating, compared with a
/// model.
@Suite("Several sources of the user's own") struct PersonalLayerTests {
  /// A source's statement of the rating.
  private typealias Said = FieldPresence

  /// The known state of the rating.
  private struct Model: Equatable {
    /// The rating of each source, in order of precedence.
    var stated: [FieldValue?] = [nil, nil]
    var shown: FieldValue?
    var isByHand = false

    mutating func deliver(_ newValue: Said, by source: Int) {
      if newValue != .absent { self.stated[source] = newValue.value }
      if !isByHand { shown = decided }
    }

    /// Reverts the user's rating, so that the sources apply again in order of precedence.
    mutating func takeBack(_ before: Model) {
      isByHand = before.isByHand
      shown = isByHand ? before.shown : decided
    }

    private var decided: FieldValue? { stated.lazy.compactMap(\.self).first }
  }

  /// The next deliveries of the two sources.
  private final class Deliveries: Sendable {
    let next = Mutex([Said.absent, .absent])
    private let field: BookField

    init(of field: BookField = .rating) { self.field = field }

    /// Sets the statement of a source and refreshes it.
    func deliver(_ stated: Said, by index: Int, to catalog: BookCatalog) async throws {
      next.withLock { $0[index] = stated }
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
    try await catalog.write { try $0.addOwnSources("shop-0", "shop-1") }
  }

  @Test(
    "the first source with a value shows, the user's is never overridden, and its undo shows current ones",
    arguments: 1...12)
  func life(seed: Int) async throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    var model = Model()
    /// The user's steps that are done, with the state before each.
    var edits: [(step: HistoryStep.ID, before: Model)] = []
    var story = "seed \(seed):"
    func deliver(_ stated: Said, by source: Int) async throws {
      story += " shop-\(source) \(stated);"
      deliveries.next.withLock { $0[source] = stated }
      let report = try await catalog.syncEngine(sources: [deliveries.source(source)]).refresh()
      #expect(report.allSatisfy { $0.failure == nil }, "\(story)")
      model.deliver(stated, by: source)
    }
    func rating() async throws -> FieldValue? {
      let books = try await catalog.page().books
      expectEqual(books.count, 1, "\(story)")
      return books.first?[.rating]
    }
    try await deliver(.absent, by: 0)
    try await deliver(.absent, by: 1)
    for _ in 0..<30 {
      switch dice.pick([0, 0, 1, 1, 2, 3]) {
      case 0, 1:
        let stated: Said = dice.pick([.absent, .null, .value(.decimal(1)), .value(.decimal(2)), .value(.decimal(3))])
        try await deliver(stated, by: dice.pick([0, 1]))
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
      try await expectEqual(rating(), model.shown, "\(story)")
    }
    try expectEqual(catalog.findings(), [])
  }

  @Test("an import is still followed though another one knows the book and states nothing")
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
    expectEqual(book.sources.split(separator: " ").count, 2)
    let provenance = try await temporary.catalog.read { try $0.provenance(of: book) }
    expectEqual(provenance.first { $0.field == .rating }?.origin, .source("goodreads"))
  }

  @Test("redo shows the user's value again, whatever the source has stated since")
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
    try await expectEqual(catalog.book(1)?.rating, 4)
    try await catalog.redo()
    try await expectEqual(catalog.book(1)?.rating, 5)
    try await catalog.undo()
    try await say(2)
    try await expectEqual(catalog.book(1)?.rating, 2)
  }

  @Test("values stated while a source was the user's own stay when it no longer is")
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
    try await expectEqual(catalog.page().books.map(\.rating), [2])
  }

  @Test("a source states nothing personal until it delivers as the user's own")
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
    try await expectEqual(catalog.page().books.map(\.rating), [4])
    try await deliveries.deliver(.null, by: 1, to: catalog)
    try await expectEqual(catalog.page().books.map(\.rating), [nil])
    try await deliveries.deliver(.value(.decimal(5)), by: 0, to: catalog)
    try await expectEqual(catalog.page().books.map(\.rating), [5])
  }

  @Test("values filled in by an older version stay when a source is no longer the user's", arguments: [true, false])
  func filledInByOlderVersion(isMine: Bool) async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    // Older versions did not store sources' statements about personal fields.
    try catalog.tamper("UPDATE source_record SET personal = NULL, said = NULL")
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(isMine)]) }
    try await deliveries.deliver(.absent, by: 1, to: catalog)
    try await expectEqual(catalog.page().books.map(\.rating), [3])
    try await deliveries.deliver(.value(.decimal(4)), by: 0, to: catalog)
    try await expectEqual(catalog.page().books.map(\.rating), [isMine ? 4 : 3])
  }

  @Test("undoing a cleared value leaves it as unknown as before, and it is followed again")
  func undone() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    func rating() async throws -> [Double?] { try await catalog.page().books.map(\.rating) }
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    // Statements of a source that is not the user's own are not kept.
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(false)]) }
    try await deliveries.deliver(.value(.decimal(4)), by: 0, to: catalog)
    try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(true)]) }
    try await deliveries.deliver(.null, by: 0, to: catalog)
    try await expectEqual(rating(), [nil])
    try await catalog.undo()
    try await expectEqual(rating(), [3])
    try await deliveries.deliver(.null, by: 0, to: catalog)
    try await expectEqual(rating(), [nil])
  }

  @Test("a filled-in value without a kept statement is followed even if the source omits it at first")
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
    try await expectEqual(catalog.page().books.map(\.rating), [3])
    try await deliveries.deliver(.value(.decimal(5)), by: 0, to: catalog)
    try await expectEqual(catalog.page().books.map(\.rating), [5])
  }

  @Test("a source that is temporarily not the user's states nothing new, and then applies in its rank")
  func strangerForAWhile() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries()
    try await Self.addSources(to: catalog)
    func rating() async throws -> [Double?] { try await catalog.page().books.map(\.rating) }
    try await deliveries.deliver(.value(.decimal(3)), by: 0, to: catalog)
    try await deliveries.deliver(.value(.decimal(2)), by: 1, to: catalog)
    for (isMine, stated, shown) in [(false, 4.0, 3.0), (true, 5, 5), (false, 1, 5), (false, 2, 5), (true, 4, 4)] {
      try await catalog.write { _ = try $0.setSource("shop-0", [.isMine(isMine)]) }
      try await deliveries.deliver(.value(.decimal(stated)), by: 0, to: catalog)
      try await expectEqual(rating(), [shown])
    }
    // The other source's value shows when this one has none.
    try await deliveries.deliver(.null, by: 0, to: catalog)
    try await expectEqual(rating(), [2])
  }

  @Test("the read state is followed even after the source reported it as unknown")
  func readState() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let deliveries = Deliveries(of: .readState)
    try await Self.addSources(to: catalog)
    for (stated, shown) in [
      (Said.value(.readState(.read)), ReadState.read), (.null, .read), (.value(.readState(.want)), .want),
    ] {
      try await deliveries.deliver(stated, by: 0, to: catalog)
      try await expectEqual(catalog.page().books.map(\.readState), [shown])
    }
  }

  @Test("redo does not count values of a source that was not the user's own as filled in")
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
    try await expectEqual(catalog.page().books.map(\.rating), [3])
  }
}
