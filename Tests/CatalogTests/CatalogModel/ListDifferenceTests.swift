import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogUI

private struct Item: Identifiable, Equatable {
  let id: Int
  var text = ""
}

@Suite("The difference of two windows")
struct ListDifferenceTests {
  private func window(_ ids: [Int], start: Int = 0, count: Int? = nil) -> ListWindow<Item> {
    ListWindow(start: start, rows: ids.map { Item(id: $0) }, count: .exactly(count ?? start + ids.count))
  }

  @Test("a difference reports inserted, removed, moved and changed rows")
  func parts() {
    var new = window([7, 1, 4, 2, 3], start: 12, count: 30)
    new.rows[3].text = "changed"
    let difference = ListDifference(
      from: window([1, 2, 3, 4, 5], start: 10, count: 26), to: new, insertedBefore: 3)
    #expect((difference.oldCount, difference.newCount) == (.exactly(26), .exactly(30)))
    #expect((difference.insertedBefore, difference.removedBefore) == (3, 1))
    expectEqual(difference.removed, [4])
    #expect(difference.inserted.map(\.offset) == [0] && difference.inserted.map(\.item.id) == [7])
    expectEqual(difference.moved, [.init(from: 3, to: 2)], "4 alone, not 2 and 3")
    expectEqual(difference.changed.map(\.offset), [3])
    #expect(!difference.isEmpty)
    #expect(ListDifference(from: new, to: new).isEmpty)
  }

  @Test(
    "a difference turns any old rows and count into the new ones with the fewest moves",
    arguments: 1...20 as ClosedRange<UInt64>)
  func applied(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var ids = Array(0..<Int.random(in: 0...12, using: &generator)).shuffled(using: &generator)
      let old = window(ids, start: Int.random(in: 0...5, using: &generator))
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        if !ids.isEmpty, generator.oneIn(2) { ids.remove(at: Int.random(in: 0..<ids.count, using: &generator)) }
        let new = Int.random(in: 0...20, using: &generator)
        if !ids.contains(new) { ids.insert(new, at: Int.random(in: 0...ids.count, using: &generator)) }
      }
      var new = window(ids, start: Int.random(in: 0...5, using: &generator))
      for offset in new.rows.indices where generator.oneIn(3) { new.rows[offset].text = "new" }
      let difference = ListDifference(
        from: old, to: new, insertedBefore: Int.random(in: 0...3, using: &generator))
      expectEqual(difference.applied(to: old), new, "seed \(seed): \(old) → \(new)")
      #expect(difference.insertedBefore >= 0 && difference.removedBefore >= 0)
      let common = old.rows.map(\.id).filter(ids.contains)
      expectEqual(difference.moved.count, common.count - Self.longestCommon(common, ids.filter(common.contains)))
    }
  }

  /// Returns the length of the longest common subsequence, by dynamic programming over the full table.
  private static func longestCommon(_ one: [Int], _ other: [Int]) -> Int {
    var row = Array(repeating: 0, count: other.count + 1)
    for first in one {
      var next = row
      for (index, second) in other.enumerated() {
        next[index + 1] = first == second ? row[index] + 1 : max(next[index], row[index + 1])
      }
      row = next
    }
    return row[other.count]
  }
}

@Suite("The state of a list")
struct ListStateTests {
  private func text(_ state: ListState<[Int]>) -> String {
    state.render(
      loading: { "Loading…" }, empty: { "Nothing" }, failed: { "Error: \($0)" }, loaded: { "\($0)" })
  }

  @Test("one closure shows each state, and empty is not a separate state")
  func render() {
    expectEqual(text(.loading), "Loading…")
    expectEqual(text(.loaded([])), "Nothing")
    expectEqual(text(.loaded([1, 2])), "[1, 2]")
    #expect(text(.failed(ScriptedFailure("no"))).hasPrefix("Error: "))
    expectEqual(ListWindow<Item>(count: .atLeast(0)).isEmpty, false)
    #expect(ListWindow<Item>(count: .exactly(0)).isEmpty)
  }
}

@MainActor @Suite("A list that its owner fills")
struct ItemListTests {
  @Test("each change is reported as a difference, and ids stay unique")
  func changes() {
    let list = ItemList<Item>()
    var mirror = ListWindow<Item>()
    list.onUpdate = { mirror = $0.applied(to: mirror) }
    list.update(Item(id: 1))
    list.remove([1])
    #expect(list.state.content == nil, "nothing was filled in")
    list.append([])
    expectEqual(list.state.content, [])
    list.append([Item(id: 1), Item(id: 2), Item(id: 3), Item(id: 2, text: "again")])
    #expect(list.items.map(\.id) == [1, 2, 3] && list.items[1].text == "again")
    list.update(Item(id: 3, text: "three"))
    list.update(Item(id: 9))
    list.move(3, to: 0)
    list.move(1, to: 99)
    list.move(7, to: 0)
    #expect(list.items.map(\.id) == [3, 2, 1] && mirror.rows == list.items && mirror.count == .exactly(3))
    list.append([Item(id: 3, text: "drei"), Item(id: 4)])
    expectEqual(list.items.map(\.text), ["drei", "again", "", ""])
    list.fail(ScriptedFailure("no"))
    #expect(list.state.content == nil && list.items.count == 4)
    list.remove([2, 4])
    #expect(mirror.rows == list.items && list.items.map(\.id) == [3, 1])
    list.removeAll()
    #expect(list.state.content == [] && mirror.isEmpty)
    list.reset()
    #expect(list.state.content == nil && list.listID == 1)
  }
}
