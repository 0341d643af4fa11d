import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite struct UsageErrorTests {
  private static let refusals: [(words: [String], message: String, suggestion: String?)] = [
    (["lst"], "unknown command 'lst'", "list"),
    (["hel"], "unknown command 'hel'", "help"),
    (["source", "ad"], "unknown command 'source ad'", "source add"),
    (["self-tst"], "unknown command 'self-tst'", nil),
    (["zebra"], "unknown command 'zebra'", nil),
    (["--dbb", "x", "list"], "unknown option '--dbb'", "--db"),
    (["list", "--hlep"], "unknown option '--hlep'", "--help"),
    (["list", "--min", "3"], "unknown option '--min'", "--min-rating"),
    (["list", "--version"], "unknown option '--version'", nil),
    (["list", "--Page=2"], "unknown option '--Page'", "--page"),
    (["show", "-log", "a"], "unknown option '-o' in '-log'", "--log"),
    (["list", "--color", "nver"], "'nver' is not one of auto, always, never for --color", "never"),
    (["list", "--page", "abc"], "'abc' is not a whole number for --page", nil),
    (["list", "-p", ""], "'' is not a whole number for -p", nil),
    (["list", "--page=99999999999999999999"], "'99999999999999999999' is out of range for --page", nil),
    (["list", "--min-rating", "nan"], "'nan' is not a number for --min-rating", nil),
    (["show", "a", "b"], "'b' is not a whole number for <edition>", nil),
    (["list", "--all=1"], "option '--all' takes no value", nil),
    (["list", "--sort"], "missing value for '--sort'", nil),
    (["list", "--sort", "--page", "2"], "missing value for '--sort' before '--page'", nil),
    (["list", "--sort", "--year"], "missing value for '--sort' before '--year'", "--sort=--year"),
    (["show"], "missing expected argument '<book>'", nil),
    (["export", "--output", "x", "--form", "y"], "missing expected argument '<book>'", nil),
    (["export", "a", "--form", "y"], "missing expected option '--output <folder>'", nil),
    (["export", "a", "--output", "x"], "missing expected option '--form <form>'", nil),
    (["source", "remove", "x"], "unexpected argument 'x'", nil),
    (["source", "remove", "always"], "unexpected argument 'always'", "--color always"),
    (["source", "remove", "--", "x", "--help"], "unexpected argument 'x'", nil),
    (["show", "a", "b", "--", "--help"], "'b' is not a whole number for <edition>", nil),
    (["--db", "x"], "missing expected command", nil),
    (["--", "list"], "missing command before '--'", nil),
    (["help", "--x"], "unknown option '--x'", nil),
  ]

  @Test func `the message has the problem and the nearest spelling, and the usage line is separate`() throws {
    let error = try trialFailure("list", "--pgae", "2")
    expectEqual(error.lines, ["unknown option '--pgae'; did you mean '--page'?"])
    expectEqual(error.usage, "catalog list [QUERY…] [options]")
    expectEqual(error.command, ["catalog", "list"])
    expectEqual(UsageError.exitCode, 64)
  }

  @Test(arguments: refusals)
  func `a wrong command line is rejected with the problem and a suggestion`(
    words: [String], message: String, suggestion: String?
  ) throws {
    let error = try #require(throws: UsageError.self) { _ = try trialTree.parse(words) }
    expectEqual(error.message, message)
    expectEqual(error.suggestion, suggestion)
  }

  @Test func `control characters of an argument are escaped`() throws {
    try expectEqual(trialFailure("\u{1B}[31m\n").message, #"unknown command '\u{1B}[31m\n'"#)
    try expectEqual(trialFailure("list", "--a\u{202E}b").message, #"unknown option '--a\u{202E}b'"#)
  }

  @Test func `an invalid value is rejected by the command that it was given to`() throws {
    let error = try trialFailure("list", "--page", "0")
    expectEqual(error.message, "pages are counted from 1, not 0")
    expectEqual(error.usage, "catalog list [QUERY…] [options]")
    let later = trialTree.usageError(ValidationError("no source"), in: TrialSourceRemove())
    expectEqual(later.command, ["catalog", "source", "remove"])
    expectEqual(later.usage, "catalog source remove [options]")
  }

  @Test func `edit distance counts insertions, deletions, replacements and swaps`() {
    expectEqual(editDistance("", "abc"), 3)
    expectEqual(editDistance("list", "list"), 0)
    expectEqual(editDistance("lst", "list"), 1)
    expectEqual(editDistance("pgae", "page"), 1)
    expectEqual(editDistance("kitten", "sitting"), 3)
  }

  @Test func `labels are converted to kebab case`() {
    expectEqual(kebabCase("dryRun"), "dry-run")
    expectEqual(kebabCase("sourceID"), "source-id")
    expectEqual(kebabCase("jsonURLOfBook"), "json-url-of-book")
  }
}
