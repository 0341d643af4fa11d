import CatalogTestSupport
import Synchronization
import Testing

@testable import Catalog
@testable import CatalogModel

/// Sources that are the user's own beside a model of one book: what they say of personal fields shows while the user has
/// said nothing of them.
@Suite("A source of the user's own") struct OwnSourceTests {
  /// What is known of a field: what shows, and whether the user said so.
  private struct Known: Equatable {
    var value: FieldValue?
    var isByHand = false
  }

  private struct State: Equatable {
    var rating = Known()
    var shelf = Known()
    var delivered: Delivery?
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
    "fills what the user said nothing of, follows its own changes, and never goes over a word of theirs",
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
      try transaction.addSource("shop", kind: .samples, location: nil)
      try transaction.setSource("shop", [.isMine(true)])
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
      #expect((step == nil) == (delivery == state.delivered), "\(story)")
      guard step != nil else { return }
      if !state.shelf.isByHand { state.shelf.value = delivery.shelf }
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
      switch dice.pick([0, 0, 1, 2, 3, 4]) {
      case 0: try await deliver()
      case 1:
        let value: FieldValue? = dice.pick([nil, .text("mine")])
        story += " shelf \(value?.description ?? "nothing");"
        if try await catalog.edit(book.id, { $0[shelf] = value }).step != nil {
          state.shelf = Known(value: value, isByHand: true)
          states.append(state)
        }
      case 2:
        let value: FieldValue? = dice.pick([nil, .decimal(5)])
        story += " rating \(value?.description ?? "nothing");"
        if try await catalog.edit(book.id, { try $0.assign(.rating, value) }).step != nil {
          state.rating = Known(value: value, isByHand: true)
          states.append(state)
        }
      default:
        // The first step made the field.
        guard states.count > 1 else { continue }
        story += " undo;"
        #expect(try await catalog.undo().left.isEmpty, "\(story)")
        states.removeLast()
      }
    }
    #expect(try temporary.catalog.findings() == [])
  }
}
