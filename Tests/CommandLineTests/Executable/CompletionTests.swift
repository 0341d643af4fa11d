import CatalogTestSupport
import TestExpectations
import Testing

@testable import CommandLineKit

extension ExecutableTests {
  /// Tests of the completions that shells offer from a catalog.
  @Suite struct Completion {
    private let sandbox: Sandbox
    /// Values that a shell, a query or a terminal would misinterpret.
    private static let hostile = [
      "$(touch pwned)", "`touch pwned`", "; touch pwned", "it's", "12\" vinyl", "back\\slash", "!!", "*", "~", "a=b",
      "a:b", "-rf",
      "sci-fi", "Sci-Fi", "space opera", "écologie",
    ]

    init() throws {
      sandbox = Sandbox()
      let tags = Self.hostile.map { $0.replacing("\\", with: "\\\\").replacing(";", with: "\\;") }.joined(
        separator: ";")
      for arguments in [
        [
          "add", "The Dispossessed", "--author", "Ursula K. Le Guin", "--set", "tags=\(tags)", "--set",
          "series=Hainish Cycle",
        ],
        ["add", "Dune", "--author", "Frank Herbert", "--author", "Ursula Vernon", "--set", "language=en"],
        ["search", "--save", "unread-sf", "tag:sci-fi", "is:unread"], ["field", "add", "shelf"],
        ["edit", "2", "shelf=attic"], ["edit", "2", "rating=4", "--as", "Anna"],
      ] {
        try expectEqual(sandbox.start(arguments).finish().code, 0)
      }
    }

    /// Returns the completions that bash inserts for the last word of a line.
    private func bash(_ line: String) throws -> [String] {
      try sandbox.folder.write("trial", ". ./script\n" + BashLine(line).completionScript)
      let outcome = try sandbox.shell("catalog completion bash > script; bash trial")
      #expect(outcome.code == 0 && outcome.errors == "", "\(line): \(outcome)")
      return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test(
      .enabled(if: isInstalled("bash")),
      arguments: [
        ("catalog edit 1 --set read-", ["read-state="]),
        ("catalog edit 1 --set read-state=p", ["paused"]),
        ("catalog edit 1 --set=read-state=p", ["paused"]),
        ("catalog edit 1 --add ", ["authors=", "tags="]),
        ("catalog edit 1 --set sh", ["shelf="]),
        ("catalog edit 1 shelf=", ["attic"]),
        ("catalog edit 1 tags+=spa", [#"space\ opera"#]),
        ("catalog edit 1 'tags=a; spa", ["tags=a; space opera"]),
        ("catalog edit --replace tit", ["title"]),
        ("catalog tag 1 spa", [#"space\ opera"#]),
        ("catalog mark --matching tag:spa", [#"\"space\ opera\""#]),
        ("catalog mark --matching dune unr", ["unread"]),
        ("catalog mark --matching=dune unr", ["unread"]),
        ("catalog mark unr --matching dune ", []),
        ("catalog mark dune unr", ["unread"]),
        ("catalog mark unr", []),
        ("catalog tag --matching dune spa", [#"space\ opera"#]),
        ("catalog tag 1 -spa", [#"-space\ opera"#]),
        ("catalog tag 1 --remove \"spa", ["space opera"]),
        ("catalog list is:pa", ["paused"]),
        (
          "catalog list is:",
          [
            "unread", "want", "reading", "paused", "read", "abandoned", "edited", "lent", "owned", "rated", "reread",
            "unfinished",
          ]
        ),
        ("catalog search tag:SCI", ["Sci-Fi", "sci-fi"]),
        ("catalog search tag:sci-f", ["Sci-Fi", "sci-fi"]),
        ("catalog search -tag:spa", [#"\"space\ opera\""#]),
        ("catalog search 'dune tag:spa", [#"dune tag:"space opera""#]),
        ("catalog search tag:\"spa", [#"\"space opera\"""#]),
        ("catalog search author:gui", [#"\"Ursula\ K.\ Le\ Guin\""#]),
        ("catalog search author:urs", [#"\"Ursula\ K.\ Le\ Guin\""#, #"\"Ursula\ Vernon\""#, " "]),
        ("catalog search has:she", ["shelf"]),
        ("catalog search @un", ["@unread-sf"]),
        ("catalog ls @un", ["@unread-sf"]),
        ("catalog search --forget un", ["unread-sf"]),
        ("catalog list --columns title,mi", ["title,mine"]),
        ("catalog list --columns=title,sh", ["title,shelf"]),
        ("catalog list --sort -she", ["-shelf"]),
        ("catalog list --json=id,tit", ["id,title"]),
        ("catalog rename author gui", [#"Ursula\ K.\ Le\ Guin"#]),
        ("catalog rename tag éc", ["écologie"]),
        ("catalog show the\\ dis", [#"The\ Dispossessed"#]),
        ("catalog show 1", []),
        ("catalog split 1 lo", ["local"]),
        ("catalog source set lo", ["local"]),
        ("catalog refresh lo", []),
        ("catalog field remove ", ["shelf"]),
        ("catalog revert 1 ta", ["tags"]),
        ("catalog undo ", ["5", "4", "3", "2", "1"]),
        ("catalog undo --as Anna ", ["6"]),
        ("catalog redo ", []),
        ("catalog --as A", ["Anna"]),
        ("catalog help q", ["quarantine", "query"]),
        ("catalog metadata st", ["status", "started:"]),
        ("catalog metadata tag:spa", [#"\"space\ opera\""#]),
        ("catalog --db none.db search tag:s", []),
        ("catalog --db none.db search is:pa", ["paused"]),
      ])
    func `bash offers what is in the catalog`(line: String, offers: [String]) throws {
      try #expect(bash(line) == offers, "\(line)")
      try #expect(sandbox.files() == ["catalog.db", "script", "trial"])
    }

    @Test(.enabled(if: isInstalled("bash"))) func `bash takes a value for nothing but what it is, in all quotes`()
      throws
    {
      for (quote, line) in [
        ("", "catalog tag 1 --remove "), ("'", "catalog tag 1 --remove '"), ("\"", "catalog tag 1 --remove \""),
      ] {
        let offers = try bash(line)
        let meant = Self.hostile.filter { quote != "\"" || !$0.contains("!") }
        // The words that the shell reads once the quote is closed. readline closes it unless the word ends in one.
        let closed = offers.map { quote + $0 + (!quote.isEmpty && $0.hasSuffix(quote) ? "" : quote) }
        let script = closed.map { "printf '%s\\n' \($0)" }.joined(separator: "\n")
        try sandbox.folder.write("trial", script)
        let words = try sandbox.shell("bash trial").output.split(separator: "\n").map(String.init)
        #expect(Set(words) == Set(meant) && offers.count == meant.count, "\(quote): \(words)")
      }
      // Each offered condition finds one book, unless it consists of punctuation or contains `!`.
      for offer in try bash("catalog list tag:") {
        try sandbox.folder.write("trial", "catalog list --count tag:\(offer)")
        let outcome = try sandbox.shell("bash trial")
        let isPunctuation = ["\\;", "!!", "\\*", "\\~"].contains { offer.hasPrefix($0) } && !offer.contains("touch")
        #expect(outcome.output == "1\n" || isPunctuation || offer.contains("!"), "\(offer): \(outcome)")
      }
      try #expect(sandbox.files() == ["catalog.db", "script", "trial"])
    }

    @Test func `what no terminal should show, or nobody could type, is not offered`() throws {
      let tags = ["\u{202E}evil", "fine"]
      try #expect(sandbox.start(["tag", "2"] + tags).finish().code == 0)
      try #expect(sandbox.run("complete", "--", "tag", "fi") == .prints("fine\n"))
      try #expect(!sandbox.run("complete", "--", "tag", "").output.contains("evil"))
    }

    @Test func `a catalog that cannot be read at once offers nothing, says nothing and is left as it is`() throws {
      for (name, bytes) in [("empty.db", ""), ("text.db", "no catalog"), ("damaged.db", "SQLite format 3\0\u{1}")] {
        try sandbox.folder.write(name, bytes)
        try #expect(sandbox.run("--db", name, "complete", "--", "tag", "") == .prints(""))
        try #expect(sandbox.folder.read(name) == Array(bytes.utf8))
      }
      try #expect(sandbox.run("--db", "none.db", "complete", "--", "tag", "") == .prints(""))
      try #expect(sandbox.run("--db", ".", "complete", "--", "tag", "") == .prints(""))
      try #expect(sandbox.run("complete", "--", "nonsense", "") == .prints(""))
      try #expect(
        sandbox.files() == ["catalog.db", "damaged.db", "empty.db", "text.db"])
      let newer = try ForeignConnection(sandbox.folder.file("catalog.db"))
      try newer.run("PRAGMA user_version = 1000")
      try #expect(sandbox.run("complete", "--", "tag", "") == .prints(""))
      try newer.run("PRAGMA user_version = 14")
      try #expect(sandbox.run("complete", "--", "tag", "") == .prints(""))
    }

    @Test func `a catalog that another process holds for itself offers nothing and says nothing`() throws {
      let other = try ForeignConnection(sandbox.folder.file("catalog.db"))
      try other.run("PRAGMA locking_mode = EXCLUSIVE")
      try other.run("BEGIN EXCLUSIVE")
      try #expect(sandbox.run("complete", "--", "tag", "sci") == .prints(""))
      try other.run("ROLLBACK")
    }

    @Test func `a tag that would be read as an option, or without its sign, is not offered`() throws {
      try #expect(sandbox.start(["edit", "2", "--set", "tags=--dash;-minus;+plus;x;plain"]).finish().code == 0)
      let offers = try sandbox.run("complete", "--", "signed-tag", "", "2").output.split(separator: "\n")
      #expect(
        offers.contains("plain") && offers.contains("x") && !offers.contains { $0.hasPrefix("-") || $0.hasPrefix("+") })
      try #expect(sandbox.run("complete", "--", "signed-tag", "-x", "2") == .prints(""))
      try #expect(sandbox.run("complete", "--", "signed-tag", "--", "2") == .prints(""))
      try #expect(sandbox.run("complete", "--", "signed-tag", "+pl", "2") == .prints("+plain\n"))
      try #expect(sandbox.run("complete", "--", "renamed", "--", "tag") == .prints(""))
    }

    @Test(.enabled(if: isInstalled("bash"))) func `bash offers options and tags behind a dash alone`() throws {
      let offers = try bash("catalog tag 1 -")
      #expect(offers.contains("--remove") && offers.contains("-sci-fi"), "\(offers)")
    }

    @Test func `what a word means stands behind a tab, and more than a hundred words are cut`() throws {
      try #expect(sandbox.run("complete", "--", "undo-step", "5") == .prints("5\tDune: shelf set to “attic”\n"))
      try #expect(sandbox.run("complete", "--", "saved-search", "") == .prints("unread-sf\ttag:sci-fi is:unread\n"))
      let many = (100...250).map { "many-\($0)" }
      try #expect(sandbox.start(["tag", "2"] + many).finish().code == 0)
      try #expect(
        sandbox.run("complete", "--", "tag", "MANY") == .prints(many.prefix(100).map { "\($0)\n" }.joined()))
    }

    @Test(
      .enabled(if: isInstalled("fish")),
      arguments: [
        ("catalog search tag:spa", ["tag:\"space opera\""]), ("catalog tag 1 spa", ["space opera"]),
        ("catalog edit 1 --set read-state=p", ["read-state=paused\tSet a field (repeatable)."]),
        ("catalog edit 1 --set=read-state=p", ["--set=read-state=paused\tSet a field (repeatable)."]),
        ("catalog ls @un", ["@unread-sf\ttag:sci-fi is:unread"]),
        ("catalog undo 5", ["5\tDune: shelf set to “attic”"]), ("catalog rename author Fra", ["Frank Herbert"]),
        ("catalog --db none.db search tag:spa", []), ("catalog tag 1 it", ["it's"]),
        ("catalog tag 1 '$(", ["$(touch pwned)"]), ("catalog list --sort -she", ["-shelf"]),
        ("catalog mark --matching dune unr", ["unread"]), ("catalog mark --matching=dune unr", ["unread"]),
        ("catalog mark unr", []), ("catalog tag --matching dune spa", ["space opera"]),
      ])
    func `fish offers what is in the catalog`(line: String, offers: [String]) throws {
      let quoted = line.replacing("'", with: #"\'"#)
      try sandbox.folder.write("trial", "source script; complete -C '\(quoted)'\n")
      let outcome = try sandbox.shell("catalog completion fish > script; HOME=$PWD/home fish --no-config trial")
      expectEqual(outcome.output.split(separator: "\n").map(String.init), offers, "\(line): \(outcome)")
      try #expect(!sandbox.files().contains("pwned"))
    }

    /// zsh completes words only interactively, so `compadd` is replaced with a function that prints the offers.
    @Test(
      .enabled(if: isInstalled("zsh")),
      arguments: [
        ("tag", "spa", "space opera\n"), ("query", "tag:spa", "tag:\"space opera\"\n"),
        ("tag", "$", "$(touch pwned)\n"), ("query", #"tag:\"spa"#, "tag:\"space opera\"\n"),
        ("undo-step", "5", "5 -- Dune: shelf set to “attic”\n"),
        ("book-or-assignment", "ta", "tags=\ntags+=\ntags-=\n"),
        ("tag", "nothing", ""),
      ])
    func `zsh offers what is in the catalog`(kind: String, typed: String, offers: String) throws {
      let script = """
        source ./script
        compadd() { local name=$@[-3]; print -rl -- "${(@P)name}" }
        typeset -A compstate=(quote '')
        line=() shared=() PREFIX=\(shellQuoted(typed))
        _catalog_program \(kind)
        true
        """
      try sandbox.folder.write("trial", script)
      let outcome = try sandbox.shell("catalog completion zsh > script; zsh -f trial")
      expectEqual(outcome, .prints(offers))
      try #expect(!sandbox.files().contains("pwned"))
    }

    /// Tests Tab at the end of a line; `words` are the arguments that `catalog` then receives.
    @Test(
      .enabled(if: isInstalled("zsh")),
      arguments: [
        ("catalog search --db catalog.db tag:spa", ["search", "--db", "catalog.db", "tag:\"space opera\""]),
        (#"catalog tag 1 --remove "\$("#, ["tag", "1", "--remove", "$(touch pwned)"]),
        ("catalog search author:u", ["search", "author:\"Ursula "]),
        ("catalog tag 1 SCI", ["tag", "1", "SCI"]),
        ("catalog tag 1 sp", ["tag", "1", "space opera"]),
        ("catalog mark --matching dune unr", ["mark", "--matching", "dune", "unread"]),
        ("catalog tag --matching dune sp", ["tag", "--matching", "dune", "space opera"]),
      ])
    func `zsh makes a line of what is offered, or leaves it as it is`(line: String, words: [String]) throws {
      let script = """
        zmodload zsh/zpty
        zpty shell 'zsh -f -i'
        zpty -w shell 'autoload -Uz compinit; compinit -u -D; source ./script
          catalog() { print -rl -- "$@" > words }; print rea""dy'
        zpty -r -m shell text '*ready*'
        zpty -w shell \(shellQuoted(line))$'\\t'
        # A quote that is left open would swallow the end.
        for end in exit '"' exit "'" exit; do zpty -w shell $end; done 2>/dev/null
        while zpty -r shell text; do; done
        cat words
        """
      try sandbox.folder.write("trial", script)
      let outcome = try sandbox.shell("catalog completion zsh > script; zsh -f trial")
      expectEqual(outcome, .prints(words.map { "\($0)\n" }.joined()))
      try #expect(!sandbox.files().contains("pwned"))
    }
  }
}
