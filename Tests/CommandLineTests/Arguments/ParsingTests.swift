import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

/// Returns the command that `words` run, or `nil` if they request something else or run another command.
func trialCommand<Command: ParsableCommand>(_ type: Command.Type, _ words: String...) throws -> Command? {
  guard case .run(let command) = try trialTree.parse(words) else { return nil }
  return command as? Command
}

/// Returns the usage error of `words`.
func trialFailure(_ words: String...) throws -> UsageError {
  try #require(throws: UsageError.self) { _ = try trialTree.parse(words) }
}

@Suite struct ParsingTests {
  @Test func `defaults apply if nothing is given`() throws {
    let list = try #require(try trialCommand(TrialList.self, "list"))
    expectEqual(list.page, 1)
    #expect(list.order == nil)
    #expect(list.minRating == nil)
    expectEqual(list.set, ["none"])
    #expect(!list.all)
    #expect(list.query.isEmpty)
    #expect(list.global.db == nil)
    expectEqual(list.global.color, .auto)
    #expect(list.global.json == nil)
  }

  @Test(arguments: [
    ["--db", "x", "list", "--page", "2"], ["list", "--page", "2", "--db", "x"], ["--db=x", "list", "--page=2"],
    ["list", "-p", "2", "--db=x"], ["--color", "never", "--db", "x", "list", "-p", "2"],
    ["--db", "y", "list", "-p", "3", "-p", "2", "--db", "x"],
  ])
  func `options may be before or after the command, with a space or an equals sign, and the last one wins`(
    words: [String]
  ) throws {
    guard case .run(let command as TrialList) = try trialTree.parse(words) else {
      Issue.record("\(words) runs something else")
      return
    }
    expectEqual(command.page, 2)
    expectEqual(command.global.db, "x")
  }

  @Test func `a value may begin with a dash, be empty or contain an equals sign`() throws {
    let list = try #require(try trialCommand(TrialList.self, "list", "--sort", "-year", "--db=", "--set=a=b"))
    expectEqual(list.order, "-year")
    expectEqual(list.global.db?.isEmpty, true)
    expectEqual(list.set, ["a=b"])
    try expectEqual(trialCommand(TrialList.self, "list", "--sort=--x")?.order, "--x")
    try expectEqual(trialCommand(TrialList.self, "list", "--sort=\u{301}x")?.order, "\u{301}x")
    try expectEqual(trialCommand(TrialList.self, "list", "--sort", "-h")?.order, "-h")
    try expectEqual(trialCommand(TrialList.self, "list", "--min-rating", "-1.5")?.minRating, -1.5)
  }

  @Test func `repeated values of a list are kept in order and replace the default`() throws {
    let list = try #require(try trialCommand(TrialList.self, "list", "--set", "a", "x", "--set", "b"))
    expectEqual(list.set, ["a", "b"])
    expectEqual(list.query, ["x"])
  }

  @Test func `an optional value is read only after an equals sign`() throws {
    let list = try #require(try trialCommand(TrialList.self, "list", "--json", "id"))
    expectEqual(list.global.json?.isEmpty, true)
    expectEqual(list.query, ["id"])
    try expectEqual(trialCommand(TrialList.self, "list", "--json=id,title")?.global.json, "id,title")
    try expectEqual(trialCommand(TrialList.self, "--json", "list", "--json=id")?.global.json, "id")
  }

  @Test func `two dashes end the options, and one dash alone is a word`() throws {
    try expectEqual(trialCommand(TrialList.self, "list", "-", "--", "--page", "--")?.query, ["-", "--page", "--"])
    try expectEqual(trialCommand(TrialShow.self, "show", "--", "-l")?.book, "-l")
    try expectEqual(trialCommand(TrialShow.self, "show", "--", "--help")?.book, "--help")
  }

  @Test func `a query takes words with one dash, except one letter after a dash, which is an option`() throws {
    let list = try #require(
      try trialCommand(
        TrialList.self, "list", "-dune", "-all", "-p", "3", "-p4", "-a", "-5", "-é", "-e\u{301}", "-村", "-\"", "--",
        "-x"))
    expectEqual(list.query, ["-dune", "-all", "-p4", "-5", "-é", "-e\u{301}", "-村", "-\"", "-x"])
    expectEqual(list.page, 3)
    #expect(list.all)
    try expectEqual(trialFailure("list", "--dune").message, "unknown option '--dune'")
    try expectEqual(
      trialFailure("list", "-x", "5").message, "unknown option '-x' (to exclude a one-letter word, write '-- -x')")
  }

  @Test func `other commands reject unknown short options but take negative numbers`() throws {
    try expectEqual(trialFailure("show", "-x", "a").message, "unknown option '-x'")
    try expectEqual(trialFailure("show", "-1x").message, "unknown option '-1' in '-1x'")
    try expectEqual(trialCommand(TrialShow.self, "show", "a", "-5")?.edition, -5)
    try expectEqual(trialFailure("show", "a", "1", "-5").message, "unexpected argument '-5'")
  }

  @Test func `short flags may be joined, and a short option may contain its value`() throws {
    let show = try #require(try trialCommand(TrialShow.self, "show", "-lfc5", "a"))
    #expect(show.log && show.files)
    expectEqual(show.count, 5)
    try expectEqual(trialCommand(TrialShow.self, "show", "-c=6", "a")?.count, 6)
    try expectEqual(trialFailure("show", "-lx", "a").message, "unknown option '-x' in '-lx'")
    try expectEqual(trialFailure("show", "-l=1", "a").message, "option '-l' takes no value")
  }

  @Test func `joined short options before a query command keep their meaning`() throws {
    struct Shared: ParsableArguments {
      @Option(name: .shortAndLong) var db: String?

      var declarations: ArgumentDeclarations { ["db": _db] }
    }
    struct Find: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "find", takesQuery: true)
      @OptionGroup var shared: Shared
      @Argument var query: [String] = []

      var declarations: ArgumentDeclarations { ["shared": _shared, "query": _query] }
    }
    let tree = CommandTree(name: "t", abstract: "", version: "1", sharedOptions: Shared.self, commands: [Find.self])
    guard case .run(let find as Find) = try tree.parse(["-dx", "find", "-dx"]) else {
      Issue.record("runs something else")
      return
    }
    expectEqual(find.shared.db, "x")
    expectEqual(find.query, ["-dx"])
  }

  @Test func `nested commands are found and take shared options at every level`() throws {
    let add = try #require(
      try trialCommand(TrialSourceAdd.self, "--db", "x", "source", "--color=never", "add", "http://a", "always"))
    expectEqual(add.address, "http://a")
    expectEqual(add.mode, .always)
    expectEqual(add.global.db, "x")
    expectEqual(add.global.color, .never)
    #expect(try trialCommand(TrialHidden.self, "self-test") != nil)
  }

  @Test func `a group's default command runs if no command is named`() throws {
    struct Show: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "show", abstract: "Show all.")
      @Flag(help: "Print JSON.") var raw = false
      @OptionGroup var global: TrialOptions
      @Argument(help: "A name.") var name: String?

      var declarations: ArgumentDeclarations { ["raw": _raw, "global": _global, "name": _name] }
    }
    struct Clear: ParsableCommand {
      static let configuration = CommandConfiguration(commandName: "clear", abstract: "Forget all.")
      @OptionGroup var global: TrialOptions

      var declarations: ArgumentDeclarations { ["global": _global] }
    }
    struct Log: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "log", subcommands: [Show.self, Clear.self], defaultSubcommand: Show.self)

      var declarations: ArgumentDeclarations { [:] }
    }
    let tree = CommandTree(
      name: "t", abstract: "", version: "1", sharedOptions: TrialOptions.self, commands: [Log.self])
    func show(_ words: String...) throws -> Show? {
      guard case .run(let show as Show) = try tree.parse(words) else { return nil }
      return show
    }
    try expectEqual(show("log")?.raw, false)
    try expectEqual(show("log", "--raw")?.raw, true)
    try expectEqual(show("--db", "x", "log", "--raw")?.global.db, "x")
    try expectEqual(show("log", "--db", "x")?.global.db, "x")
    try expectEqual(show("log", "--db", "x", "show", "a")?.name, "a")
    guard case .run(let clear as Clear) = try tree.parse(["log", "--db", "x", "clear"]) else {
      Issue.record("runs something else")
      return
    }
    expectEqual(clear.global.db, "x")
    guard case .help(["log"]) = try tree.parse(["log", "--help"]) else {
      Issue.record("shows something else")
      return
    }
    let unknown = #expect(throws: UsageError.self) { try tree.parse(["log", "shwo"]) }
    #expect(unknown?.suggestion == "log show" && unknown?.usage == "t log [COMMAND] [ARGUMENT…] [options]")
    let option = #expect(throws: UsageError.self) { try tree.parse(["log", "--rwa"]) }
    expectEqual(option?.suggestion, "--raw")
    let help = try tree.helpText(for: ["log"])
    #expect(help.contains("show") && help.contains("Show all. (default)") && help.contains("--raw"))
  }

  @Test func `arguments from the system are read as UTF-8 or rejected`() throws {
    func decoded(_ words: [[UInt8]]) throws -> [String] {
      let strings = words.map { word in
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
        for (index, byte) in (word + [0]).enumerated() { copy[index] = CChar(bitPattern: byte) }
        return Optional(copy)
      }
      defer { for string in strings { string?.deallocate() } }
      var vector = strings + [nil]
      let count = Int32(strings.count)
      return try vector.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return [] }
        return try trialTree.arguments(fromSystem: base, count: count)
      }
    }
    try expectEqual(decoded([Array("catalog".utf8), Array("é".utf8)]), ["é"])
    let error = #expect(throws: UsageError.self) { try decoded([Array("catalog".utf8), [0x63, 0xE9, 0x0A]]) }
    expectEqual(error?.message, #"argument 1 is not valid UTF-8: 'c\xE9\x0A'"#)
  }
}
