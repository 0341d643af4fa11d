import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Visible text")
struct VisibleTextTests {
  private func field(_ text: String) -> String {
    var row: [UInt8] = []
    VisibleText.appendField(text, to: &row)
    return String(decoding: row, as: UTF8.self)
  }

  @Test(
    "text that a terminal would execute, reorder or hide is made visible",
    arguments: [
      ("\u{1B}[31mred\u{1B}]0;title\u{7}", "␛[31mred␛]0;title␇"),
      ("a\tb\nc\r\nd\0", "a␉b␊c␍␊d␀"),
      ("\u{7F}", "␡"),
      ("\u{9B}31m\u{85}", "<U+009B>31m<U+0085>"),
      ("\u{202E}live\u{202C}", "<U+202E>live<U+202C>"),
      ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}", "<U+2066>a<U+2069><U+200E><U+200F><U+061C>"),
      ("zero\u{200B}width\u{FEFF}\u{2060}", "zero<U+200B>width<U+FEFF><U+2060>"),
      ("a\u{2028}b\u{2029}", "a<U+2028>b<U+2029>"),
      ("a\u{FFF9}b\u{206A}\u{180E}", "a<U+FFF9>b<U+206A><U+180E>"),
    ])
  func hazards(text: String, expected: String) {
    expectEqual(VisibleText.forTerminal(text), expected)
  }

  @Test("noncharacters are made visible", arguments: [0xFFFE, 0xFDD0, 0x1FFFF, 0x10FFFF] as [UInt32])
  func noncharacters(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    expectEqual(VisibleText.forTerminal("a\(scalar)b"), "a<U+\(String(code, radix: 16, uppercase: true))>b")
  }

  @Test(
    "titles of all languages stay unchanged",
    arguments: [
      "Dune", "", "Łódź — “Misérables”… ½", "銀河鉄道の夜", "👩‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "می‌خواهم", "क्षत्रिय", "ﷺ", "e\u{301}",
      "\u{FFFD}",
    ])
  func harmless(text: String) {
    #expect(VisibleText.forTerminal(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("the fast path misses no hazard: exactly the hazardous characters are made visible")
  func everyCharacter() {
    let wrong = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter { scalar in
      let text = String(scalar)
      let isLeftAlone = VisibleText.forTerminal(text).utf8.elementsEqual(text.utf8)
      return isLeftAlone == VisibleText.isHazard(scalar)
    }
    #expect(wrong.isEmpty)
  }

  @Test("only line breaks are kept in text with lines")
  func lineBreaks() {
    expectEqual(VisibleText.forTerminal("one\ntwo\r\n\u{1B}", keepingLineBreaks: true), "one\ntwo␍\n␛")
  }

  @Test(
    "a field of a row can end neither the row nor the field",
    arguments: [
      ("plain", "plain"), ("a\tb", #"a\tb"#), ("a\nb\r\n", #"a\nb\r\n"#), (#"AC\DC"#, #"AC\\DC"#),
      ("銀\u{202E}\u{1B}", "銀\u{202E}\u{1B}"), ("", ""),
    ])
  func fields(text: String, expected: String) {
    expectEqual(field(text), expected)
  }
}
