import CatalogTestSupport
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("The position in a list")
struct ListScrollTests {
  private func moved(_ keys: Key..., from line: Int = 0, count: Int = 100, height: Int = 10) -> ListScroll {
    var scroll = ListScroll()
    scroll.select(line, count: count, height: height)
    for key in keys {
      let isTaken = scroll.handle(key, count: count, height: height)
      #expect(isTaken)
    }
    return scroll
  }

  private func expect(_ scroll: ListScroll, selected: Int, top: Int, _ location: SourceLocation = #_sourceLocation) {
    expectEqual([scroll.selected, scroll.top], [selected, top], sourceLocation: location)
  }

  @Test("keys move line by line, and the window follows")
  func lines() {
    expect(moved(.down), selected: 1, top: 0)
    expect(moved(.character("j"), .character("k")), selected: 0, top: 0)
    expect(moved(.up), selected: 0, top: 0)
    expect(moved(.down, from: 9), selected: 10, top: 1)
    expect(moved(.down, from: 99), selected: 99, top: 90)
  }

  @Test("a page keeps one line of the previous page")
  func pages() {
    expect(moved(.pageDown), selected: 9, top: 9)
    expect(moved(.pageDown, .pageUp), selected: 9, top: 0)
    expect(moved(.pageDown, from: 95), selected: 95, top: 90)
  }

  @Test("a page beyond an end of the list selects the last line there")
  func lastPage() {
    expect(moved(.pageDown, .pageDown, from: 95), selected: 99, top: 90)
    expect(moved(.pageUp, from: 5), selected: 0, top: 0)
    expect(moved(.pageDown, count: 3), selected: 2, top: 0)
  }

  @Test("both ends are one key away")
  func ends() {
    expect(moved(.end), selected: 99, top: 90)
    expect(moved(.character("G"), .character("g")), selected: 0, top: 0)
    expect(moved(.end, count: 3), selected: 2, top: 0)
    expect(moved(.end, .down, .up, count: 0), selected: 0, top: 0)
  }

  @Test("the wheel moves the window, and the selection only if it would leave the window")
  func wheel() {
    expect(moved(.wheelDown, from: 5), selected: 5, top: 3)
    expect(moved(.wheelDown), selected: 3, top: 3)
    expect(moved(.wheelUp, from: 50), selected: 47, top: 38)
    expect(moved(.wheelUp, from: 2), selected: 2, top: 0)
  }

  @Test("other keys are not handled")
  func others() {
    var scroll = ListScroll()
    let taken = [scroll.handle(.enter, count: 5, height: 5), scroll.handle(.character("x"), count: 5, height: 5)]
    expectEqual(taken, [false, false])
  }

  @Test("the selected line is always in the list and in the window, and no room is wasted")
  func histories() {
    var random = SeededGenerator(seed: 6)
    let keys: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end, .wheelUp, .wheelDown]
    var scroll = ListScroll()
    var (count, height) = (40, 10)
    for step in 0..<5_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: count = Int.random(in: 0..<60, using: &random)
      case 1: height = Int.random(in: 0..<30, using: &random)
      case 2: scroll.shift(by: Int.random(in: -5...5, using: &random), height: height)
      default: break
      }
      scroll.fit(count: count, height: height)
      if let key = keys.randomElement(using: &random) { _ = scroll.handle(key, count: count, height: height) }
      let window = scroll.top..<scroll.top + max(1, height)
      #expect(window.contains(scroll.selected) && scroll.selected <= max(0, count - 1), "step \(step): \(scroll)")
      #expect(scroll.top == 0 || window.upperBound <= count, "step \(step): \(scroll)")
    }
  }
}
