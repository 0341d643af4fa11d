import Catalog
import TestExpectations
import Testing

@Suite("The matched parts of a text") struct HighlighterTests {
  @Test(
    "matched parts are marked",
    arguments: [
      ("wal", "Alice Walker", "Alice [Wal]ker"),
      ("miserables", "Les Misérables", "Les [Misérables]"),
      ("mis", "Les Misérables", "Les [Mis]érables"),
      ("hitchhikers guide", "The Hitchhiker's Guide", "The [Hitchhiker's] [Guide]"),
      ("\"the king\"", "Return of the King, the", "Return of [the King], the"),
      ("catch 22", "Catch-22", "[Catch]-[22]"),
      ("村上", "村上春樹", "[村上]春樹"),
      ("the", "The Theory of the Other", "[The] [The]ory of [the] Other"),
      ("-the king OR night", "The King of Night", "The [King] of [Night]"),
      ("title:king", "The King", "The [King]"), ("author:king", "The King", "The King"),
      ("strasse", "Die Straße", "Die [Straße]"),
      ("polciezkosc", "Półciężkość", "[Półciężkość]"),
      ("year:1984 is:read", "1984", "1984"), ("", "Dune", "Dune"), ("dune", "", ""),
      ("x", "\u{301}x\u{301}", "\u{301}[x\u{301}]"),
    ])
  func marked(query: String, text: String, expected: String) {
    var marked = ""
    var end = text.startIndex
    for range in SearchHighlighter(BookQuery(query)).ranges(in: text, of: .title) {
      marked += text[end..<range.lowerBound] + "[" + text[range] + "]"
      end = range.upperBound
    }
    expectEqual(marked + text[end...], expected)
  }
}
