import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct TagChangeTests {
  @Test func `the source's other tags still arrive under an edit`() {
    let change = TagChange(added: ["classic"], removed: ["to-read"])
    expectEqual(change.applied(to: ["sf", "to-read"]), ["classic", "sf"])
    expectEqual(change.applied(to: ["sf", "space", "to-read"]), ["classic", "sf", "space"])
    expectEqual(change.applied(to: []), ["classic"])
    let edit = FieldEdit(
      field: .tags, base: nil, theirs: .list(["other"]), value: .tags(change), at: Date(milliseconds: 0))
    #expect(!edit.isConflict)
    expectEqual(Merge.visible(theirs: .list(["a", "to-read"]), edit: edit), .list(["a", "classic"]))
    let removed = FieldEdit(
      field: .tags, base: nil, theirs: nil, value: .tags(TagChange(removed: ["a"])), at: Date(milliseconds: 0))
    #expect(Merge.visible(theirs: .list(["a"]), edit: removed) == nil)
  }

  @Test func `added and removed tags stay so unless that is undone`() {
    var change = TagChange().changed(toShow: ["a", "new"], over: ["a", "b"])
    expectEqual(change, TagChange(added: ["new"], removed: ["b"]))
    change = change.changed(toShow: ["a", "b", "new"], over: ["a", "b"])
    expectEqual(change, TagChange(added: ["new"], removed: []))
    // The source now has it as well. It stays the user's, and therefore remains when the source drops it.
    change = change.changed(toShow: ["a", "new"], over: ["a", "new"])
    expectEqual(change, TagChange(added: ["new"], removed: []))
    change = change.changed(toShow: ["a"], over: ["a"])
    #expect(change.isEmpty)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func `a change shows the wanted tags and is stored without loss`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    func tags(_ random: inout SeededGenerator) -> [String] { random.value(of: .tags).items }
    var change = TagChange()
    for _ in 0..<100 {
      let theirs = tags(&random)
      var newTags = Set(tags(&random))
      if random.oneIn(2) { newTags.formUnion(theirs.prefix(1)) }
      if random.oneIn(2) { newTags.formUnion(change.removed.prefix(1)) }
      change = change.changed(toShow: newTags, over: theirs)
      expectEqual(Set(change.applied(to: theirs)), newTags, "seed \(seed)")
      expectEqual(change.applied(to: theirs), change.applied(to: theirs).sorted(), "seed \(seed)")
      #expect(change.added.isDisjoint(with: change.removed), "seed \(seed)")
      expectEqual(TagChange(stored: change.storedText), change, "seed \(seed): \(change.storedText.debugDescription)")
      let word = EditedValue.tags(change)
      expectEqual(EditedValue(stored: word.storedText, field: .tags), word, "seed \(seed)")
    }
  }

  @Test(arguments: ["\u{301}accent", "\u{20E3}", "\u{200D}joined", "+plus", "-minus", "=", "\u{FE0F}"])
  func `tags that begin with combining marks and separators are stored without loss`(tag: String) {
    let change = TagChange(added: [tag], removed: ["-" + tag])
    expectEqual(TagChange(stored: change.storedText), change)
  }
}
