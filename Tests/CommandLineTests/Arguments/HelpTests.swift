import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite struct HelpTests {
  @Test(arguments: [
    ([], []), (["--help"], []), (["help"], []), (["--db", "x", "--help"], []), (["-h", "list"], []),
    (["help", "list"], ["list"]), (["--db", "x", "help", "source", "add"], ["source", "add"]),
    (["list", "--help"], ["list"]), (["list", "-h"], ["list"]), (["list", "--bogus", "--help"], ["list"]),
    (["list", "--sort", "--help"], ["list"]), (["list", "--page", "0", "x", "-h"], ["list"]),
    (["export", "--help"], ["export"]), (["source"], ["source"]), (["source", "-h"], ["source"]),
    (["source", "add", "--help"], ["source", "add"]), (["help", "--help"], ["help"]),
  ])
  func `help can be requested anywhere`(words: [String], path: [String]) throws {
    guard case .help(let requested) = try trialTree.parse(words) else {
      Issue.record("\(words) does not ask for help")
      return
    }
    expectEqual(requested, path)
  }

  @Test func `the version can be requested before a command`() throws {
    for words in [["--version"], ["--db", "x", "--version"]] {
      guard case .version = try trialTree.parse(words) else {
        Issue.record("\(words) does not ask for the version")
        return
      }
    }
  }

  @Test func `a command's help has its parts in order, wrapped to the width`() throws {
    let help = try trialTree.helpText(for: ["list"], width: 60)
    expectEqual(
      help,
      """
      usage: catalog list [QUERY…] [options]

      List books, newest first.

      EXAMPLES
        catalog list --page 2  the second page
        catalog list 'title:"a b"' -dune
                               a title, without dunes

      ARGUMENTS
        QUERY                  Words to search for.

      OPTIONS
        -p, --page N           Page to show, from 1. (default: 1)
            --sort ORDER       Order of the rows: [KEY] or -KEY.
            --min-rating MIN-RATING
                               Least rating.
            --set FIELD=VALUE  Set a field (repeatable). (default:
                               none)
        -a, --all              Show all books.

      SHARED OPTIONS
            --db FILE          The catalog's file.
            --color WHEN       When to color. (values: auto,
                               always, never; default: auto)
            --json[=FIELDS]    Print JSON, of these fields only.
        -h, --help             Show help.

      Words narrow the list; a word after a dash excludes what it
      fits.

        catalog list 'pages:>300' -dune

      Ranges are also written pages:300.. without quotes.
      """)
  }

  @Test func `a help topic wraps its paragraphs and lists`() {
    let topic = """
      Words narrow the list, and a word after a dash
      excludes books.

        year:1965   published in 1965, or in a month or on a day of 1965
        a
        a line without columns that is too long for this terminal
      """
    expectEqual(
      HelpText(width: 40).text(topic),
      """
      Words narrow the list, and a word after
      a dash excludes books.

        year:1965   published in 1965, or in a
                    month or on a day of 1965
        a
        a line without columns that is too
          long for this terminal
      """)
  }

  @Test(arguments: [40, 80])
  func `every topic and every command's help fits the terminal`(width: Int) throws {
    func check(_ text: String, _ name: String) {
      let wide = text.split(separator: "\n").filter { line in
        // Commands, options and single words are not wrapped, and may be wider than a narrow terminal.
        let text = line.drop { $0 == " " }
        let isWhole =
          text.contains("catalog ") || ["-", "'", "curl"].contains { text.hasPrefix($0) } || !text.contains(" ")
        return DisplayWidth.of(String(line)) > width && !(width < 80 && isWhole)
      }
      expectEqual(wide, [], "\(name)")
    }
    for topic in HelpTopics.all { check(HelpText(width: width).text(topic.text), topic.name) }
    func checkAll(_ commands: [any ParsableCommand.Type], at path: [String]) throws {
      for command in commands {
        let path = path + [command.configuration.commandName]
        check(try Program.tree.helpText(for: path, width: width), path.joined(separator: " "))
        try checkAll(command.configuration.subcommands, at: path)
      }
    }
    try checkAll(Program.tree.commands, at: [])
  }

  @Test func `the program's help lists visible commands by group`() throws {
    let help = try trialTree.helpText(for: [])
    let examples = try #require(help.firstRange(of: "EXAMPLES\n  catalog list dune  books about Dune"))
    let reading = try #require(help.firstRange(of: "\n\nREADING\n  list                 List books, newest first.\n"))
    let changing = try #require(help.firstRange(of: "\n\nCHANGING\n  export "))
    let general = try #require(help.firstRange(of: "\n\nGENERAL\n  help "))
    #expect(examples.lowerBound < reading.lowerBound)
    #expect(reading.lowerBound < changing.lowerBound)
    #expect(changing.lowerBound < general.lowerBound)
    #expect(help.contains("      --version "))
    #expect(!help.contains("self-test"))
  }

  @Test func `help for a group lists its commands, and help for an unknown command is rejected`() throws {
    #expect(try trialTree.helpText(for: ["source"]).contains("COMMANDS\n  add "))
    let error = try #require(throws: UsageError.self) { _ = try trialTree.helpText(for: ["exprt"]) }
    expectEqual(error.suggestion, "export")
    #expect(throws: UsageError.self) { _ = try trialTree.helpText(for: ["list", "x"]) }
  }

  @Test func `usage lines show which arguments are required`() {
    expectEqual(
      trialTree.description(of: ["export"])?.usage, "catalog export BOOK… --output FOLDER --form FORM [options]")
    expectEqual(trialTree.description(of: ["show"])?.usage, "catalog show BOOK [EDITION] [options]")
  }
}
