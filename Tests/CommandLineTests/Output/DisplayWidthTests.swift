import Platform
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "the width is counted in cells of a terminal",
    arguments: [
      ("", 0), ("Dune", 4), ("Misérables", 10), ("Mise\u{301}rables", 10), ("銀河鉄道の夜", 12), ("한국어", 6),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("ﾊﾟ", 2), ("Ａ", 2), ("👩‍🚀", 2), ("👍🏽", 2), ("🇵🇱", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("क्ष", 2), ("क्षत्रिय", 6), ("ไทย", 3), ("שלום", 4), ("📚 Books", 8), ("…–", 2), ("␛", 1), ("\u{20000}", 2),
    ])
  func widths(text: String, cells: Int) {
    expectEqual(DisplayWidth.of(text), cells)
  }

  @Test(
    "a text is cut at whole characters and ends in an ellipsis",
    arguments: [
      ("Dune", 4, "Dune"), ("Dune", 3, "Du…"), ("Dune", 1, "D"), ("Dune", 0, ""), ("銀河鉄道", 8, "銀河鉄道"),
      ("銀河鉄道", 7, "銀河鉄…"), ("銀河鉄道", 6, "銀河…"), ("銀", 1, ""), ("👩‍🚀👩‍🚀", 3, "👩‍🚀…"),
      ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
  func truncating(text: String, cells: Int, expected: String) {
    expectEqual(DisplayWidth.truncate(text, to: cells, ellipsis: "…"), expected)
  }

  @Test("an ellipsis of three cells is omitted if it does not fit")
  func wideEllipsis() {
    expectEqual(DisplayWidth.truncate("Foundation", to: 6, ellipsis: "..."), "Fou...")
    expectEqual(DisplayWidth.truncate("Foundation", to: 3, ellipsis: "..."), "Fou")
  }

  @Test("a text never takes more cells than requested")
  func truncationBound() {
    let text = "A銀👩‍🚀e\u{301}🇵🇱한 plain ❤️"
    for cells in 0...DisplayWidth.of(text) {
      #expect(DisplayWidth.of(DisplayWidth.truncate(text, to: cells, ellipsis: "…")) <= cells)
    }
  }

  @Test("padding is added on the free side")
  func padding() {
    expectEqual(DisplayWidth.pad("銀", to: 5, alignment: .left), "銀   ")
    expectEqual(DisplayWidth.pad("42", to: 5, alignment: .right), "   42")
    expectEqual(DisplayWidth.pad("Dune", to: 2, alignment: .left), "Dune")
  }

  @Test(
    "numbers for people have commas",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_000_000, "1,000,000"), (-1234, "-1,234")])
  func grouping(number: Int, expected: String) {
    expectEqual(number.grouped, expected)
    expectEqual(Int.min.grouped, "-9,223,372,036,854,775,808")
  }
}
