import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogModel

@Suite("Regular expressions")
struct RegularExpressionTests {
  @Test(
    "an expression matches anywhere in a text, by Unicode letters",
    arguments: [
      ("une", "Dune", true), ("^une", "Dune", false), ("DUNE", "Dune", false), ("(?i)DUNE", "Dune", true),
      (#"^\w+$"#, "Półciężkość", true), (#"^\p{Han}+$"#, "村上", true), (#"\d"#, "no. ٣", true), ("", "", true),
      ("", "x", true), ("a|^$", "", true), ("^.$", "é", true), (#"^\X$"#, "e\u{301}", true), ("a\0b", "a\0b", true),
    ])
  func matches(pattern: String, text: String, isFound: Bool) throws {
    try expectEqual(RegularExpression(pattern).matches(text), isFound)
    try expectEqual(
      RegularExpression(pattern, ignoresCase: true).matches(text.uppercased()), isFound || pattern == "DUNE")
  }

  @Test(
    "an invalid expression reports the reason and position",
    arguments: [
      ("a(b", "missing closing parenthesis, at character 4"),
      ("é[a", "missing terminating ] for character class, at character 4"),
      ("*", "quantifier does not follow a repeatable item, at character 1"),
      (#"a\C"#, #"using \C is disabled by the application, at character 4"#),
      ("(?:(?:(?:a{100}){100}){100}){100}", "regular expression is too large, at character "),
      (String(repeating: "a", count: 2_001), "it has more than 2,000 bytes"),
    ])
  func none(pattern: String, reason: String) {
    let error = #expect(throws: InvalidValue.self) { try RegularExpression(pattern) }
    expectEqual(error?.subject, "regular expression")
    expectEqual(error?.reason.hasPrefix(reason), true, "\(error?.reason ?? "")")
  }

  @Test(
    "a runaway expression is stopped, however it backtracks",
    arguments: [
      "(a+)+[bc]", "(a|aa)+[bc]", "(a*)*[bc]", "([a-z]+)*[0-9]", #"[a-z]*\d"#, #"[a-z]*?\d"#, #"\w+\s"#,
      "(?:[ab]?){90}[de]",
      #"(a?){40}\1{40}c|d"#, "((a)|(b))*?[cd]", "(?=(a+))+[bc]", "(?R)?a[bc]|(?1)*(a)",
    ])
  func endless(pattern: String) throws {
    let expression = try RegularExpression(pattern)
    let text = String(repeating: "a", count: 60_000)
    let problem = InvalidValue(
      "regular expression", pattern, "it takes too many steps to match one of the texts; simplify the pattern")
    #expect(throws: problem) { try expression.matches(text) }
  }

  @Test("an expression that reads through a long text is not stopped")
  func long() throws {
    let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 5_800)
    try expectEqual(RegularExpression(#"\bcat\b.*\d$"#).matches(text), false)
    try expectEqual(RegularExpression(#"[A-Z]\w+ \w+ fish"#).matches(text), false)
    try expectEqual(TextReplacement(#"/\w+/x/g"#).replacing(in: text).count, 5_800 * 19)
  }

  @Test("any number of threads match with one expression")
  func threads() async throws {
    let expression = try RegularExpression(#"(\d+)-(\d+)"#)
    let found = await withTaskGroup(of: Int.self) { group in
      for part in 0..<4 {
        group.addTask { (0..<500).count { (try? expression.matches("\(part)-\($0)")) == true } }
      }
      return await group.reduce(0, +)
    }
    expectEqual(found, 2_000)
  }
}

@Suite("Replacements in texts")
struct TextReplacementTests {
  @Test(
    "a replacement inserts the groups of a match",
    arguments: [
      (#"/ \(.*#[0-9.]+\)$//"#, "The Hunger Games (The Hunger Games, #1)", "The Hunger Games"),
      (#"/ \(.*#[0-9.]+\)$//"#, "Dune", "Dune"), ("/u/o/", "Dune, Dune", "Done, Dune"),
      ("/u/o/g", "Dune, Dune", "Done, Done"),
      ("/D/T/i", "dune", "Tune"), ("/d/T/", "Dune", "Dune"), (#"/(\w+), (\w+)/$2 \1/"#, "Lee, Ann", "Ann Lee"),
      ("/.*/“$0”${0}\\0/", "Dune", "“Dune”DuneDune"), (#"/(a)|(b)/[$1|$2]/g"#, "ab", "[a|][|b]"),
      (#"|a\|b|x\|y|"#, "a", "a"), (#"|a\|b|x\|y|"#, "a|b", "x|y"), (#"/a\/b/\//"#, "a/b", "/"),
      ("#a#$$5\\$\\\\#", "a", #"$5$\"#),
      ("/; /\\n/g", "a; b; c", "a\nb\nc"), ("/^/The /", "Dune", "The Dune"), ("/$/!/", "Dune", "Dune!"),
      ("/a*/x/g", "baaac", "xbxxcx"), ("/x*/-/g", "日本", "-日-本-"), ("/(?=b)//g", "abab", "abab"), ("/.//", "", ""),
      ("/日/月/", "日本", "月本"), ("/\u{301}//", "e\u{301}", "e"), (#"/a\Kb/x/"#, "ab", "ax"), (",b,,", "abc", "ac"),
    ])
  func replacing(replacement: String, text: String, expected: String) throws {
    try expectEqual(TextReplacement(replacement).replacing(in: text), expected)
  }

  @Test(
    "an invalid replacement reports the reason",
    arguments: [
      ("", "write it as /pattern/replacement/"), ("abca", "write it as /pattern/replacement/"),
      ("/a", "write it as /pattern/replacement/"), ("/a/b", "write it as /pattern/replacement/"),
      ("|a|b", "write it as |pattern|replacement|"), (#"/a/b\/"#, "write it as /pattern/replacement/"),
      ("//b/", "the pattern is empty"), ("/a/b/x", "only g and i may follow the last /"),
      ("/a/b/g/", "only g and i may follow the last /"), ("/(a)/$2/", "the pattern has no group 2"),
      ("/a/${1/", "digits and a } must follow ${"),
      ("/a/$99999999999999999999/", "the pattern has no group 9223372036854775807"),
      ("/a/$x/", "$x is not valid in a replacement; write $$ for $"),
      ("/a/b$/", "$ is not valid in a replacement; write $$ for $"),
      (#"/a/\w/"#, #"\w is not valid in a replacement; write \\ for \"#),
    ])
  func none(replacement: String, reason: String) {
    #expect(throws: InvalidValue("replacement", replacement, reason)) { try TextReplacement(replacement) }
  }

  @Test(
    "replacements leave unmatched text unchanged and always end", arguments: 1...3 as ClosedRange<UInt64>)
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let (pattern, replacement, text) = (random.text(), random.text(), random.text())
      guard !pattern.unicodeScalars.contains("/"), !pattern.hasSuffix("\\"),
        let made = try? TextReplacement("/\(pattern)/\(replacement)/g")
      else {
        continue
      }
      let isFound = try RegularExpression(pattern).matches(text)
      let replaced = try made.replacing(in: text)
      if !isFound { expectEqual(replaced, text, "seed \(seed): \(made.text)") }
    }
  }
}
