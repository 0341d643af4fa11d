import TestExpectations
import Testing

@testable import CommandLineKit

/// Tests of decoding terminal input as keys.
@Suite struct KeyDecoderTests {
  /// Returns the keys of consecutive input texts.
  private func keys(_ texts: String...) -> [Key] {
    var decoder = KeyDecoder()
    return texts.flatMap { text in text.unicodeScalars.flatMap { decoder.take($0) } + decoder.pause() }
  }

  @Test(
    arguments: [
      "[4~", "[1~", "[25~", "[3^", "[27u", "[24;80R", "[M !!", "[<0;1;1M", "[?1;2c", "O5P", "OP", "]11;rgb:0/0/0\u{07}",
      "]11;rgb:3/4/5\u{1B}\\", "P>|xterm(5)\u{1B}\\", "_G1;OK\u{1B}\\", "[1;5 q",
    ])
  func `an unknown sequence is one unknown key, even if it arrives in two parts`(sequence: String) {
    expectEqual(keys("a\u{1B}\(sequence)5"), [.character("a"), .other, .character("5")])
    let parts = sequence.unicodeScalars
    for index in parts.indices.dropFirst() {
      let (head, tail) = (String(parts[..<index]), String(parts[index...]))
      expectEqual(keys("\u{1B}" + head, tail + "5"), [.other, .character("5")], "\(head) | \(tail)")
    }
  }

  @Test func `an escape that begins no sequence is the Esc key`() {
    expectEqual(keys("\u{1B}"), [.escape])
    expectEqual(keys("\u{1B}j"), [.escape, .character("j")])
    expectEqual(keys("\u{1B}\u{1B}", "["), [.escape, .escape, .character("[")])
    expectEqual(keys("\u{1B}\u{1B}[5^1"), [.escape, .other, .character("1")])
    expectEqual(keys("\u{1B}", "4~"), [.escape, .character("4"), .character("~")])
  }

  @Test func `a known key ends an incomplete sequence, and an endless sequence is dropped`() {
    var decoder = KeyDecoder()
    for scalar in "\u{1B}[12".unicodeScalars { #expect(decoder.take(scalar).isEmpty) }
    expectEqual(decoder.take(.down), [.down])
    expectEqual(decoder.take("2"), [.character("2")])
    let endless = "\u{1B}[" + String(repeating: "1", count: 65)
    expectEqual(keys(endless, "5"), [.other, .character("5")])
    expectEqual(keys("\u{1B}]" + String(repeating: "a", count: 65_537), "5"), [.other, .character("5")])
  }
}
