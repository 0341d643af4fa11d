import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Citations") struct CitationTests {
  @Test(
    "a name is divided as bibliographies divide it, and put together again",
    arguments: [
      ("Frank Herbert", "Herbert|Frank|"), ("Ursula K. Le Guin", "Le Guin|Ursula K.|"), ("Homer", "Homer||"),
      ("Ludwig van Beethoven", "van Beethoven|Ludwig|"), ("Martin Luther King, Jr.", "King|Martin Luther|Jr."),
      ("World Health Organization", "World Health Organization||"), ("Sony, Inc.", "Sony, Inc.||"),
      ("Sammy Davis Jr.", "Davis Jr.|Sammy|"),
    ])
  func names(_ name: String, _ divided: String) {
    let cited = CitedName(name)
    expectEqual("\(cited.family)|\(cited.given)|\(cited.suffix)", divided)
    expectEqual(cited.name, name)
  }

  @Test("a name that would be read as another one of its list is not divided")
  func lists() {
    let names = ["Herbert, Frank", "Le Guin, Ursula K.", "Frank Herbert", "Herbert,Frank", "Homer"]
    expectEqual(CitedName.all(of: names).map(\.isWhole), [true, false, false, true, true])
    expectEqual(
      CitedName.all(of: names).map(\.name),
      [
        "Herbert, Frank", "Ursula K. Le Guin", "Frank Herbert", "Herbert,Frank", "Homer",
      ])
    expectEqual(CitedName.all(of: ["Herbert, Frank"]).map(\.name), ["Frank Herbert"])
  }

  @Test(
    "dates of all notations",
    arguments: [
      ("1965", "1965"), ("1965-08-01", "1965-08-01"), ("1965///", "1965"), ("1965/08/01/", "1965-08-01"),
      ("2004/2006", "2004"), ("2004-05-06/2005", "2004-05-06"), ("-0044", "-0044"), ("ca. 1965", "1965"),
      ("[1965?]", "1965"), ("c1965", "1965"), ("August 1965", "1965-08"), ("1 Aug 1965", "1965-08-01"),
      ("2001-21", "2001"), ("1984~", "1984"), ("soon", nil), ("", nil), ("99999999999999999999", nil),
    ])
  func dates(_ text: String, _ date: String?) { expectEqual(CitationDate.date(of: text).map(CitationDate.text), date) }

  @Test("keys are the family name, the year and the first word, each once, and one that was given stays")
  func keys() throws {
    let keys = CitationKeys()
    func key(_ title: String, _ author: String, _ given: String? = nil) -> String {
      var citation = Citation()
      citation.add([author], as: .author)
      citation.add(title, .title)
      citation.add("1965-08", .date)
      citation.key = given
      return keys.key(of: citation, language: nil)
    }
    expectEqual(key("The Dune", "Frank Herbert"), "herbert1965dune")
    expectEqual(key("Dune", "F. Herbert"), "herbert1965dunea")
    expectEqual(key("Dune", "Frank Herbert", "Pinned:65"), "Pinned:65")
    expectEqual(key("Dune", "Frank Herbert", "pinned:65"), "herbert1965duneb")
    expectEqual(key("Éxi", "Jörg Müller"), "muller1965exi")
    expectEqual(key("書", "村上 春樹", "not a key"), "anon1965")
  }
}
