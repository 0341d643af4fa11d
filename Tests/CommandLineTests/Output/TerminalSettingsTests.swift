import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Terminal settings")
struct TerminalSettingsTests {
  struct ColorCase: Sendable, CustomTestStringConvertible {
    let environment: [String: String]
    let isTerminal: Bool
    let choice: ColorChoice
    let expected: Bool

    init(_ environment: [String: String], terminal: Bool, _ choice: ColorChoice = .auto, colored: Bool) {
      self.environment = environment
      isTerminal = terminal
      self.choice = choice
      expected = colored
    }

    var testDescription: String { "\(environment) terminal: \(isTerminal) --color=\(choice)" }
  }

  @Test(
    "color depends on the option, then the environment, then the terminal",
    arguments: [
      ColorCase([:], terminal: true, colored: true),
      ColorCase([:], terminal: false, colored: false),
      ColorCase(["TERM": "dumb"], terminal: true, colored: false),
      ColorCase(["TERM": "xterm"], terminal: true, colored: true),
      ColorCase(["NO_COLOR": "1"], terminal: true, colored: false),
      ColorCase(["NO_COLOR": "0"], terminal: true, colored: false),
      ColorCase(["NO_COLOR": ""], terminal: true, colored: true),
      ColorCase(["NO_COLOR": "1"], terminal: true, .always, colored: true),
      ColorCase(["TERM": "dumb"], terminal: false, .always, colored: true),
      ColorCase(["CLICOLOR_FORCE": "1"], terminal: true, .never, colored: false),
      ColorCase(["CLICOLOR_FORCE": "1"], terminal: false, colored: true),
      ColorCase(["CLICOLOR_FORCE": "0"], terminal: false, colored: false),
      ColorCase(["CLICOLOR_FORCE": ""], terminal: false, colored: false),
      ColorCase(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], terminal: true, colored: false),
      ColorCase(["CLICOLOR_FORCE": "1", "TERM": "dumb"], terminal: true, colored: true),
    ])
  func color(_ test: ColorCase) {
    let settings = TerminalSettings(environment: test.environment, isTerminal: test.isTerminal, color: test.choice)
    expectEqual(settings.usesColor, test.expected)
  }

  @Test(
    "the width is COLUMNS, then the window's, then 80",
    arguments: [
      ("120", 100, 120), (nil, 100, 100), (nil, nil, 80), ("", 100, 100), ("0", 100, 100), ("-5", nil, 80),
      ("wide", 0, 80), ("99999999999999999999", 100, 100),
    ] as [(String?, Int?, Int)])
  func width(columns: String?, window: Int?, expected: Int) {
    var environment: [String: String] = [:]
    environment["COLUMNS"] = columns
    let settings = TerminalSettings(environment: environment, isTerminal: true, windowColumns: window)
    expectEqual(settings.width, expected)
  }

  @Test(
    "symbols beyond ASCII are used only in a UTF-8 locale",
    arguments: [
      ([:], false), (["LANG": "en_GB.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "pl_PL.ISO-8859-2"], false),
      (["LC_ALL": "C", "LANG": "en_GB.UTF-8"], false), (["LC_ALL": "", "LC_CTYPE": "C.UTF-8"], true),
      (["LC_CTYPE": "POSIX", "LANG": "en_GB.UTF-8"], false),
    ])
  func symbols(environment: [String: String], isUnicode: Bool) {
    let settings = TerminalSettings(environment: environment, isTerminal: true)
    expectEqual(settings.symbols, isUnicode ? .unicode : .ascii)
  }

  @Test("fallback symbols are ASCII and, where columns depend on it, as wide as those of UTF-8")
  func fallbacks() {
    let (ascii, unicode) = (TerminalSymbols.ascii, TerminalSymbols.unicode)
    let all = [
      ascii.ellipsis, ascii.rangeDash, ascii.arrow, ascii.openingQuote, ascii.closingQuote, ascii.branch,
      ascii.lastBranch, ascii.continuation, ascii.barDone, ascii.barRest, ascii.indentation,
    ]
    #expect(all.joined().utf8.allSatisfy { $0 < 0x80 })
    for tree in [ascii, unicode] {
      let widths = [tree.branch, tree.lastBranch, tree.continuation, tree.indentation].map(DisplayWidth.of)
      expectEqual(widths, [4, 4, 4, 4])
    }
  }

  @Test("a descriptor that is not a terminal has no window")
  func noWindow() {
    #expect(TerminalSettings.windowColumns(of: -1) == nil)
  }

  @Test("a style affects text only if colors are on")
  func style() {
    expectEqual(Style.red.applied(to: "x", when: true), "\u{1B}[31mx\u{1B}[0m")
    expectEqual(Style.red.applied(to: "x", when: false), "x")
    expectEqual(Style.plain.applied(to: "x", when: true), "x")
    expectEqual(Style.bold.applied(to: "", when: true), "")
  }
}
