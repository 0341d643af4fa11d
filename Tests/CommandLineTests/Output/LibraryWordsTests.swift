import FoundationEssentials
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("The messages of the library") struct LibraryWordsTests {
  /// Returns true if a literal mentions a command or an option of the command line.
  private static func speaksOfCommands(_ literal: String) -> Bool {
    if literal.contains("'catalog ") { return true }
    let commands: [String] = Program.tree.commands.map { $0.configuration.commandName }
    let words = literal.split { $0.isWhitespace || "'()".contains($0) }
    for (word, next) in zip(words, words.dropFirst()) where word == "catalog" {
      if commands.contains(String(next)) { return true }
    }
    return words.contains { $0.hasPrefix("--") && $0.dropFirst(2).first?.isLetter == true }
  }

  @Test("messages of the library name no command or option, since an app shows them to its user")
  func libraries() throws {
    // Comments of migrations are never shown, and released ones must not change. Styles have names with two hyphens.
    let files = try SourceText.all { $0.hasPrefix("Catalog") }
      .filter { !$0.path.hasSuffix("/EmbeddedMigrations.swift") && !$0.path.hasSuffix("/EmbeddedAssets.swift") }
    #expect(files.count > 200, "the sources were not found")
    let literals = files.flatMap { file in StringLiterals(in: file.text).found.map { (file.path, $0) } }
    #expect(literals.count > 2_000)
    expectEqual(literals.filter { Self.speaksOfCommands($0.1) }.map { "\($0): \($1)" }, [])
  }

  @Test("the command reports its own errors instead of creating errors of the library")
  func command() throws {
    let files = try SourceText.all { !$0.hasPrefix("Catalog") }
    #expect(files.contains { $0.path == "catalog-cli/Support/Errors/CommandError.swift" })
    expectEqual(files.filter { $0.text.contains("CatalogError(") }.map(\.path), [])
  }

  @Test("a source file is split into its literals")
  func literals() {
    let source = ##"""
      // "comment" /* "of a line" */
      /* "one" /* "inside" */ "two" */
      let plain = "run 'catalog check'", empty = ""
      let inside = "a \(map(")") ?? "b") c" + #"raw \n "quoted" \#(1)"#
      let lines = """
        one "two"
        """
      """##
    expectEqual(
      StringLiterals(in: source).found,
      ["run 'catalog check'", "", ")", "b", "a … c", #"raw \n "quoted" …"#, "\n  one \"two\"\n  "])
  }

  @Test(
    "a command and an option are detected",
    arguments: [
      ("catalog undo takes it back", true), ("run 'catalog check --repair'", true), ("try without --read-only", true),
      ("the catalog was restored", false), ("SELECT 1 -- a comment", false), ("another program's index", false),
    ])
  func seeing(literal: String, isSeen: Bool) {
    expectEqual(Self.speaksOfCommands(literal), isSeen)
  }
}

/// A source file of this package.
private struct SourceText {
  /// The path below `Sources`.
  let path: String
  let text: String

  /// Returns all source files in the folders of `Sources` whose name meets a condition.
  static func all(where isIncluded: (Substring) -> Bool) throws -> [SourceText] {
    let here = #filePath
    let root =
      try #require(here.ranges(of: "/Tests/CommandLineTests/").last.map { here[..<$0.lowerBound] }) + "/Sources"
    return try FileManager.default.subpathsOfDirectory(atPath: String(root))
      .filter { $0.hasSuffix(".swift") && isIncluded($0.prefix { $0 != "/" }) }
      .map { path in
        let bytes = try Data(contentsOf: URL(filePath: "\(root)/\(path)"))
        return SourceText(path: path, text: String(decoding: bytes, as: UTF8.self))
      }
  }
}
