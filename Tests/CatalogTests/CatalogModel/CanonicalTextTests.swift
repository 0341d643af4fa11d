import CUTF8Proc
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogModel

@Suite struct CanonicalTextTests {
  @Test(arguments: [
    ("Zoe\u{308}", "Zoë"), ("Cafe\u{301} \u{2014} it\u{2019}s", "Café — it’s"), ("A\u{30A}\r\nB\rC\n", "Å\nB\nC"),
    ("\u{2001}x", "x"), ("\u{212B}", "Å"), ("\u{1100}\u{1161}", "\u{AC00}"), ("  plain\ttext  ", "plain\ttext"),
    ("e\u{2019}\u{301}", "e\u{2019}\u{301}"), ("", ""),
  ])
  func `texts are composed, trimmed, and have one kind of line ending`(text: String, canonical: String) {
    expectEqual(Array(text.canonicalText().utf8), Array(canonical.utf8))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `texts skipped by composing are those that composing leaves unchanged`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let alphabets: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA0...0x2FF, 0x300...0x36F, 0x1FF0...0x2050, 0xAC00...0xAC20]
    for _ in 0..<500 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let range = alphabets[Int.random(in: 0..<alphabets.count, using: &generator)]
        if let scalar = UnicodeScalar(UInt32.random(in: range, using: &generator)) { scalars.append(scalar) }
      }
      let text = "x\(String(scalars))x"
      let composed = text.transformed(by: [UTF8PROC_STABLE, UTF8PROC_COMPOSE])
      expectEqual(Array(text.canonicalText().utf8), composed.map { Array($0.utf8) }, "seed \(seed): \(scalars)")
    }
  }

  @Test func `a list has each item once, however many there are`() throws {
    let names = (0..<40).map { "Tag \($0 % 20)" }
    let tags = try BookField.tags.canonical(.list(names))
    expectEqual(tags, .list((0..<20).map { "Tag \($0)" }.sorted()))
    let identifiers = (0..<40).map { BookIdentifier("oclc", String($0 % 20)).record }
    guard case .records(let kept)? = try BookField.identifiers.canonical(.records(identifiers)) else {
      Issue.record("it has no identifiers")
      return
    }
    expectEqual(kept, Array(identifiers.prefix(20)))
  }
}
