import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogModel

@Suite("Spellings of one name")
struct NameSpellingsTests {
  /// Returns the groups of names, as `kept < other, other`; names of persons by default.
  private func groups(_ names: KeyValuePairs<String, Int>, _ kind: NameSpellings.Kind = .persons) -> [String] {
    NameSpellings.groups(of: names.map { NameSpellings.Spelling($0, count: $1) }, kind).map { group in
      "\(group.kept.name) < \(group.others.map(\.name).joined(separator: " | "))"
    }
  }

  @Test func `codes of one language are spellings of it`() {
    expectEqual(
      groups(["en": 9, "eng": 2, "en-GB": 1, "de": 1, "ger": 3, "fr": 1, "tlh": 1, "TLH": 2], .languages),
      ["TLH < tlh", "en < eng | en-GB", "ger < de"])
  }

  @Test("spellings of tags and series differ in case, accents and punctuation, and the most used one is kept")
  func tags() {
    expectEqual(
      groups(
        ["sci-fi": 41, "Sci-Fi": 1, "scifi": 2, "science fiction": 9, "Café": 1, "cafe": 1, "!": 1, "?": 2],
        .others), ["Café < cafe", "sci-fi < scifi | Sci-Fi"])
    expectEqual(groups(["Tolkien, J.R.R.": 1, "J.R.R. Tolkien": 9], .others), [])
  }

  @Test("spellings of persons also differ in name order and initials")
  func persons() {
    expectEqual(
      groups([
        "J. R. R. Tolkien": 5, "J.R.R. Tolkien": 3, "Tolkien, J.R.R.": 9, "John Ronald Reuel Tolkien": 1,
        "Jane Austen": 3,
        "JANE AUSTEN": 3, "Austen": 2, "Ursula K. Le Guin": 4, "Ursula Le Guin": 4, "Łucja Lee": 1, "lucja lee": 1,
      ]),
      [
        "J. R. R. Tolkien < Tolkien, J.R.R. | J.R.R. Tolkien | John Ronald Reuel Tolkien",
        "Jane Austen < JANE AUSTEN", "Łucja Lee < lucja lee",
      ])
  }

  @Test("relatives are distinguished by suffixes, and words by their final symbols")
  func apart() {
    expectEqual(
      groups([
        "Martin Luther King": 1, "Martin Luther King Jr.": 3, "King, Martin Luther, Jr": 1, "M. L. King Jr.": 1,
        "Martin Luther King Sr.": 1, "Henry James": 1, "Henry James II": 1,
        "Ann Lee": 2, "Ann Lee, PhD": 1,
      ]), ["Ann Lee < Ann Lee, PhD", "Martin Luther King Jr. < King, Martin Luther, Jr | M. L. King Jr."])
    expectEqual(
      groups(["C": 1, "c++": 1, "C++": 2, "C#": 1, "c#": 1, "#1": 1, "1": 1, "A+B": 1, "ab": 2], .others),
      ["#1 < 1", "C# < c#", "C++ < c++", "ab < A+B"])
  }

  @Test("initials that fit two persons are left alone")
  func ambiguous() {
    expectEqual(groups(["A. Lee": 9, "Ann Lee": 1, "Ada Lee": 1, "ann lee": 1]), ["Ann Lee < ann lee"])
    expectEqual(groups(["A. Lee": 9, "Ann Lee": 1, "Bo Lee": 1]), ["A. Lee < Ann Lee"])
    expectEqual(groups(["A. B. Lee": 1, "A. Lee": 1]), [], "one has a name that the other does not have")
  }

  @Test("equally common spellings are ranked by their text, whatever their order")
  func ties() {
    let names = ["lee, ann", "ANN LEE", "Lee, Ann", "ann lee", "Ann Lee"].map { NameSpellings.Spelling($0, count: 1) }
    for offset in names.indices {
      let rotated = Array(names[offset...] + names[..<offset])
      expectEqual(NameSpellings.groups(of: rotated, .persons).map(\.kept.name), ["Ann Lee"])
    }
  }

  @Test(
    "the fullest of about equally common names is kept",
    arguments: [
      (["Cremer, Andrea": 1, "andrea cremer": 1, "A. Cremer": 1], "Cremer, Andrea"),
      (["Vance, Ashlee": 1, "A. Vance": 2, "Ashlee Vance": 1], "Ashlee Vance"),
      (["ARTHUR MOREY": 2, "Arthur Morey": 1], "Arthur Morey"), (["bell hooks": 40, "Bell Hooks": 1], "bell hooks"),
      (["Jose Saramago": 3, "José Saramago": 2], "José Saramago"),
    ])
  func fullest(names: [String: Int], kept: String) {
    let groups = NameSpellings.groups(of: names.map { .init($0.key, count: $0.value) }, .persons)
    expectEqual(groups.map(\.kept.name), [kept])
  }
}
