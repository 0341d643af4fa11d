import Synchronization
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// The user's own sources, compared with a model of one book: their personal fields show while the user has stated
/// nothing about them.
@Suite("A source of the user's own") struct OwnSourceTests {
  /// The known state of a field: the shown value, and whether the user stated it.
  private struct Known: Equatable {
    var value: FieldValue?
    var isByHand = false
  }

  private struct State: Equatable {
    var rating = Known()
    var shelf = Known()
    var delivered: Delivery?
    /// The rating in the last delivery.
    var statedRating: FieldValue?
  }

  private struct Delivery: Equatable {
    var rating: FieldPresence
    var shelf: FieldValue?

    var record: SourceRecord {
      var values = FieldPresences()
      values[.title] = .value(.text("Dune"))
      values[.rating] = rating
      var record = SourceRecord(remoteID: "r1", values: values)
      record.own = [OwnValue("shelf", .text, shelf)]
      return record
    }
  }

  @Test(
    "a source fills fields without a user's value, follows its own changes, and never overrides the user",
    arguments: 1...12)
  func life(seed: Int) async throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let next = Mutex(Delivery(rating: .absent, shelf: nil))
    let source = ScriptedSource("shop") { _ in
      SourcePage(records: [next.withLock(\.record)], cursor: "\(UInt64.random(in: .min ... .max))", isLast: true)
    }
    try await catalog.write { transaction in
      try transaction.addField("shelf", .text)
      try transaction.addOwnSources("shop")
    }
    let shelf = try #require(try await catalog.fields()["shelf"])
    var states = [State()]
    var story = "seed \(seed):"
    func deliver() async throws {
      var state = try #require(states.last)
      let delivery = Delivery(
        rating: dice.pick([.absent, .null, .value(.decimal(1)), .value(.decimal(2))]),
        shelf: dice.pick([nil, .text("attic"), .text("cellar")]))
      next.withLock { $0 = delivery }
      story += " deliver \(delivery.rating) \(delivery.shelf?.description ?? "nothing");"
      let step = try await catalog.syncEngine(sources: [source]).refresh()[0].step
      expectEqual(step == nil, delivery == state.delivered, "\(story)")
      guard step != nil else { return }
      if !state.shelf.isByHand { state.shelf.value = delivery.shelf }
      if delivery.rating != .absent { state.statedRating = delivery.rating.value }
      if !state.rating.isByHand, delivery.rating != .absent { state.rating.value = delivery.rating.value }
      state.delivered = delivery
      states.append(state)
    }
    try await deliver()
    for _ in 0..<40 {
      guard let book = try await catalog.page().books.first else {
        try await deliver()
        continue
      }
      var state = try #require(states.last)
      #expect(book[shelf] == state.shelf.value && book[.rating] == state.rating.value, "\(story)")
      switch dice.pick([0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6]) {
      case 0: try await deliver()
      case 1:
        let value: FieldValue? = dice.pick([nil, .text("mine"), .text("attic")])
        story += " shelf \(value?.description ?? "nothing");"
        if try await catalog.edit(book.id, { $0[shelf] = value }).step != nil {
          state.shelf = Known(value: value, isByHand: true)
          states.append(state)
        } else {
          // Stated already, or no party has stated a value.
          #expect(state.shelf.value == value && (state.shelf.isByHand || value == nil), "\(story)")
        }
      case 2:
        let value: FieldValue? = dice.pick([nil, .decimal(5), .decimal(1)])
        story += " rating \(value?.description ?? "nothing");"
        if try await catalog.edit(book.id, { try $0.assign(.rating, value) }).step != nil {
          state.rating = Known(value: value, isByHand: true)
          states.append(state)
        }
      case 3, 4:
        let (field, isRating) = dice.pick([(BookField.rating, true), (shelf.field, false)])
        story += " revert \(field);"
        let known = isRating ? state.rating : state.shelf
        let stated = isRating ? state.statedRating : state.delivered?.shelf
        guard known.isByHand, let stated else {
          expectEqual(errorCode { try catalog.revertField(field, of: book.id) }, .nothingToDo, "\(story)")
          continue
        }
        let reverted = Known(value: stated)
        if isRating { state.rating = reverted } else { state.shelf = reverted }
        #expect(try catalog.revertField(field, of: book.id).step != nil, "\(story)")
        states.append(state)
      default:
        // The first step created the field.
        guard states.count > 1 else { continue }
        story += " undo;"
        #expect(try await catalog.undo().left.isEmpty, "\(story)")
        states.removeLast()
      }
    }
    try expectEqual(temporary.catalog.findings(), [])
  }

  @Test("a value under a field's current name takes precedence over one under its first name")
  func renamed() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let own = [
      OwnValue("shelf", .text, .text("attic")), OwnValue("score", .number, nil), OwnValue("room", .text, .text("loft")),
      OwnValue("floor", .text, .text("ground")), OwnValue("level", .number, .decimal(2)),
    ]
    let source = ScriptedSource("shop") { _ in
      var record = try SourceRecord("r1", [.title: "Dune"])
      record.own = own
      return SourcePage(records: [record], cursor: "1", isLast: true)
    }
    try await catalog.write { transaction in
      try transaction.addField("score", .text)
      try transaction.renameField("score", to: "shelf")
      try transaction.addField("level", .number)
      try transaction.renameField("level", to: "floor")
      try transaction.addOwnSources("shop")
    }
    _ = try await catalog.syncEngine(sources: [source]).refresh()
    let book = try #require(try await catalog.page().books.first)
    let fields = try await catalog.fields()
    #expect(try book[#require(fields["shelf"])] == .text("attic") && book[#require(fields["room"])] == .text("loft"))
    #expect(try book[#require(fields["floor-2"])] == .text("ground") && book[#require(fields["floor"])] == .decimal(2))
  }

  @Test(
    "a lost book takes its filled-in values along, and a user's value keeps the book",
    arguments: [false, true])
  func gone(isRated: Bool) async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    var record = try SourceRecord("r1", [.title: "Dune", .rating: "4", .readState: "read"])
    record.own = [OwnValue("shelf", .text, .text("attic"))]
    try await catalog.write { transaction in
      try transaction.addSource("shop", kind: .feed, location: "https://shop.example/books")
      try transaction.setSource("shop", [.isMine(true)])
    }
    _ = try await temporary.refresh(AnsweringSource("shop", items: [.record(record)]))
    let book = try #require(try await catalog.page().books.first)
    #expect(book.rating == 4 && book.readState == .read && !book.ownFields.isEmpty)
    if isRated { try catalog.set(.rating, of: book.id, to: "5") }
    let report = try await temporary.refresh(AnsweringSource("shop", items: [.removed(remoteID: "r1")]))[0]
    #expect(report.counts.removed == (isRated ? 0 : 1) && report.counts.kept == (isRated ? 1 : 0))
    try await expectEqual(catalog.count(), isRated ? 1 : 0)
    // If the book stays, nothing was changed that could be undone.
    if !isRated { try catalog.undoStep() }
    try await expectEqual(catalog.page().books.first?.rating, isRated ? 5 : 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "a book lost by the last other source takes filled-in values along, and a user's value keeps it",
    arguments: [false, true])
  func goneFromBoth(isRated: Bool) async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let fields: [BookField: String?] = [.title: "Dune", .isbn: "9780441013593"]
    let own = try SourceRecord("r1", fields.merging([.rating: "4"]) { $1 })
    try await catalog.write { transaction in
      try transaction.addSource("shop", kind: .feed, location: "https://shop.example/books")
      try transaction.setSource("shop", [.isMine(true)])
    }
    _ = try await temporary.refresh(AnsweringSource("shop", items: [.record(own)]))
    _ = try await temporary.refresh(AnsweringSource("other", items: [.record(try SourceRecord("o1", fields))]))
    try await expectEqual(catalog.page().books.map(\.rating), [4])
    var report = try await temporary.refresh(AnsweringSource("shop", items: [.removed(remoteID: "r1")]))[0]
    #expect(report.counts.removed == 0 && report.counts.updated == 1, "the other one has it")
    if isRated { try catalog.set(.rating, of: 1, to: "5") }
    report = try await temporary.refresh(AnsweringSource("other", items: [.removed(remoteID: "o1")]))[0]
    #expect(report.counts.removed == (isRated ? 0 : 1) && report.counts.kept == (isRated ? 1 : 0))
    try await expectEqual(catalog.count(), isRated ? 1 : 0)
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "a source that becomes the user's fills in its values, whatever was undone, and the reverse changes nothing")
  func mineAgain() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let record = try SourceRecord("r1", [.title: "Dune", .rating: "4"])
    func refresh(isMine: Bool?) async throws -> RunCounts {
      if let isMine { _ = try await catalog.write { try $0.setSource("shop", [.isMine(isMine)]) } }
      return try await temporary.refresh(AnsweringSource("shop", items: [.record(record)]))[0].counts
    }
    _ = try await catalog.write { try $0.addSource("shop", kind: .feed, location: "https://shop.example/books") }
    try await expectEqual(refresh(isMine: nil).added, 1)
    try await expectEqual(refresh(isMine: true).updated, 1)
    let left = try await refresh(isMine: false)
    #expect(left.updated == 0 && left.unchanged == 1)
    try await expectEqual(catalog.page().books.first?.rating, 4)
    try catalog.undoStep()
    #expect(try await catalog.page().books.first?.rating == nil)
    try await expectEqual(refresh(isMine: true).updated, 1)
    try await expectEqual(catalog.page().books.first?.rating, 4)
    try expectEqual(catalog.findings(), [])
  }

  /// The moment at which the user changes the ownership of a source being read.
  enum Moment: CaseIterable {
    case beforeFirstAnswer, behindFirstPage, behindLastPage
  }

  @Test(
    "a source whose ownership changes during a refresh is read again accordingly",
    arguments: Moment.allCases, [true, false])
  func meanwhile(moment: Moment, becomesMine: Bool) async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    _ = try await catalog.write { try $0.addSource("shop", kind: .feed, location: "https://shop.example/books") }
    _ = try await catalog.write { try $0.setSource("shop", [.isMine(!becomesMine)]) }
    let (changes, commits) = (CommitCounter(), CommitCounter())
    @Sendable func say(_ now: Moment) throws {
      guard now == moment, changes.next() == 1 else { return }
      _ = try catalog.write { try $0.setSource("shop", [.isMine(becomesMine)]) }
    }
    let source = AnsweringSource("shop") { request in
      if request.validators?.etag == "same" { return .unchanged }
      let page = request.cursor == nil ? 1 : 2
      if page == 1 { try say(.beforeFirstAnswer) }
      let record = try SourceRecord("r\(page)", [.title: "Book \(page)", .rating: "4"])
      return .page(
        SourcePage(
          items: [.record(record)], cursor: "\(page)", isLast: page == 2, validators: SourceValidators(etag: "same")))
    }
    var outside = SyncEngine.Outside()
    outside.pace.committed = { try say(commits.next() == 1 ? .behindFirstPage : .behindLastPage) }
    _ = try await temporary.refresh(source, outside: outside)
    _ = try await temporary.refresh(source)
    #expect(changes.value > 0)
    // Values filled in as the user's stay theirs.
    let rated = becomesMine ? 2 : moment == .beforeFirstAnswer ? 0 : moment == .behindFirstPage ? 1 : 2
    try await expectEqual(catalog.page().books.map(\.rating).count { $0 == 4 }, rated)
    try await expectEqual(catalog.count(), 2)
    try expectEqual(catalog.findings(), [])
  }

  @Test("a source that becomes the user's fills in values, even after undo and redo restored its records")
  func putBack() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    func refresh(pages: String) async throws {
      let record = try SourceRecord("r1", [.title: "Dune", .pages: pages, .rating: "4"])
      _ = try await temporary.refresh(AnsweringSource("shop", items: [.record(record)]))
    }
    _ = try await catalog.write { try $0.addSource("shop", kind: .feed, location: "https://shop.example/books") }
    try await refresh(pages: "1")
    try await refresh(pages: "2")
    _ = try await catalog.write { try $0.setSource("shop", [.isMine(true)]) }
    try catalog.undoStep()
    try catalog.redoStep()
    try await expectEqual(catalog.page().books.first?.pages, 2)
    try await refresh(pages: "2")
    try await expectEqual(catalog.page().books.first?.rating, 4)
    try expectEqual(catalog.findings(), [])
  }

  @Test(
    "a first delivery of many books brings user-defined values that search finds like single ones"
  )
  func firstLoad() async throws {
    let temporary = try TemporaryCatalog()
    let catalog = temporary.catalog
    let records = (0..<700).map { number in
      var record = SourceRecord("r\(number)") { $0.title = "Book \(number)" }
      record.own = [
        OwnValue("shelf", .text, number % 2 == 0 ? .text("attic") : nil),
        OwnValue("weight", .number, .decimal(Double(number))),
      ]
      return record
    }
    let source = ScriptedSource("shop", records: records, pageSize: 500)
    try await catalog.write { try $0.addOwnSources("shop") }
    try await expectEqual(catalog.syncEngine(sources: [source]).refresh()[0].counts.added, 700)
    for (query, count) in [("shelf:attic", 350), ("-shelf:attic", 350), ("weight:600..", 100)] {
      let found = try await catalog.read { try $0.count(of: BookQuery(query)) }
      expectEqual(found, count, "\(query)")
    }
    try expectEqual(temporary.catalog.findings(), [])
  }
}
