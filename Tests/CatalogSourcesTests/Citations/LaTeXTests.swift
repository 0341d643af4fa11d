import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("LaTeX in bibliographies") struct LaTeXTests {
  private func line(_ text: String) -> String { LaTeXDecoder.line(Array(text.utf8)[...]) }
  private func text(_ text: String) -> String { LaTeXDecoder.text(Array(text.utf8)[...]) }

  @Test(
    "accents are letters, in whatever braces",
    arguments: [
      (#"{\'e}"#, "é"), (#"\'{e}"#, "é"), (#"\'e"#, "é"), (#"{\'{e}}"#, "é"), (#"\"\i"#, "ï"), (#"\"{\i}"#, "ï"),
      (#"\'\i d"#, "íd"), (#"\v{c}"#, "č"), (#"\c c"#, "ç"), (#"{\c{c}}a"#, "ça"), (#"\H{o}"#, "ő"), (#"\k{a}"#, "ą"),
      (#"\r{u}"#, "ů"), (#"\u{g}"#, "ğ"), (#"\.{z}"#, "ż"), (#"\={a}"#, "ā"), (#"\d{h}"#, "ḥ"), (#"\b{b}"#, "ḇ"),
      (#"\~n"#, "ñ"), (#"\^{o}"#, "ô"), (#"\`a"#, "à"), (#"\'{\^{e}}"#, "ế"), (#"G{\"o}del"#, "Gödel"),
      (#"{\L}ukasz"#, "Łukasz"), (#"M\o ller"#, "Møller"), (#"Stra\ss{}e"#, "Straße"), (#"\AA ngstr\"om"#, "Ångström"),
      (#"\ae\oe\dh\th\ng"#, "æœðþŋ"), (#"\t{oo}"#, "o͡o"), (#"{\'{\i}}"#, "í"), (#"\'"#, "´"),
    ])
  func accents(_ latex: String, _ letters: String) { expectEqual(line(latex).canonicalLine(), letters.canonicalLine()) }

  @Test(
    "signs are what they stand for, and what is not known stays as it is",
    arguments: [
      ("1--2 --- x - y", "1–2 — x - y"), ("``a'' `b'", "“a” `b'"), (##"R\&D 5\% \$3 a\_b \#1"##, "R&D 5% $3 a_b #1"),
      ("a~b", "a b"), (#"\textit{a} \emph{b {c}}"#, "a b c"), (#"{\it a} b"#, "a b"),
      (#"\url{http://a/~b}"#, "http://a/ b"),
      (#"H$_2$O, 10$^{th}$, $x^n$, $\alpha$"#, "H₂O, 10th, xⁿ, α"), (#"\enquote{a \enquote{b}}"#, "“a “b””"),
      (#"\href{http://x}{y}"#, "y"), (#"C:\Users\mine"#, #"C:\Users\mine"#),
      (#"\foo{b\'{a}r} {z}"#, #"\foo{bár} z"#), (#"\foo[x]{a}{ {b} }c{d}"#, #"\foo[x]{a}{ b }cd"#),
      (#"{\foo {a}} \textit{\foo}{b}"#, #"\foo {a} \foob"#), (#"$\frac{1}{x_2}$"#, #"\frac{1}{x₂}"#),
      (#"\foo{a"#, #"\foo{a"#), (#"\foo{}a}"#, #"\foo{}a"#), (#"[a] \emph{b}"#, "[a] b"),
      ("{NASA} and {{The} Book}", "NASA and The Book"),
      (#"\char"4E2D{}\char65"#, "中A"), ("?`Qu\\'e?", "¿Qué?"), ("a\n   b\t c", "a b c"), (#"\TeX book"#, "TeXbook"),
      (#"100\,000"#, "100 000"), ("{unclosed", "unclosed"), ("closed}", "closed"), (#"\"#, #"\"#),
    ])
  func signs(_ latex: String, _ plain: String) { expectEqual(line(latex).canonicalLine(), plain) }

  @Test("lines end where LaTeX would end them")
  func lines() {
    expectEqual(text("one\ntwo\\\\\nthree\n\n  four\\\\ five\\par six"), "one two\nthree\n\nfour\nfive\n\nsix")
    expectEqual(line("one\n\ntwo\\\\three"), "one two three")
    expectEqual(text("a\tb\\\tc"), "a b\tc", "a tab is white space, unless a backslash stands in front of it")
  }

  @Test("accents within accents have an end")
  func deep() {
    let deep = String(repeating: #"\'"#, count: 100_000) + String(repeating: #"\'{"#, count: 100_000) + "e"
    expectEqual(line(deep).isEmpty, false)
  }

  @Test("what is written is read back as it was", arguments: 1...40)
  func roundTrip(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for isASCII in [false, true] {
      let encoder = LaTeXEncoder(isASCII: isASCII)
      for _ in 0..<50 {
        let given = generator.scalars(upTo: 12).canonicalText()
        let written = encoder.text(given)
        expectEqual(text(written).canonicalText(), given, "seed \(seed): \(written.debugDescription)")
        #expect(!isASCII || written.utf8.allSatisfy { $0 < 128 })
        let title = given.canonicalLine()
        expectEqual(line(encoder.title(title)).canonicalLine(), title, "seed \(seed): \(encoder.title(title))")
      }
    }
  }

  @Test("words of titles whose capitals must stay are in braces")
  func titles() {
    let encoder = LaTeXEncoder(isASCII: false)
    expectEqual(
      encoder.title("The NASA of McDonald, 2nd (iPhone) Ltd."), "The {NASA} of {McDonald,} 2nd {(iPhone)} Ltd.")
    expectEqual(
      LaTeXEncoder(isASCII: true).text("Łódź “ß” ế — 中"),
      #"\L{}\'{o}d\'{z} \textquotedblleft{}\ss{}\textquotedblright{} \'{\^{e}} \textemdash{} {\char"4E2D}"#)
  }
}
