import Platform
import TestExpectations
import Testing

extension ExecutableTests {
  @Suite struct CommandLineItself {
    private let sandbox = Sandbox()
    private let usage = "usage: catalog COMMAND [ARGUMENT…] [options]\n"

    @Test func `an unknown command is answered with the nearest name`() throws {
      try #expect(
        sandbox.run("serach", "x") == .fails(64, "error: unknown command 'serach'; did you mean 'search'?\n\(usage)"))
      try #expect(sandbox.run("nonsense") == .fails(64, "error: unknown command 'nonsense'\n\(usage)"))
      try #expect(sandbox.run("help", "serach").code == 64)
      try #expect(sandbox.run("--nosuch").code == 64)
      try #expect(sandbox.run("list", "--color", "sometimes").code == 64)
      try #expect(sandbox.run("li\u{1B}[31mst").errors.contains("\u{1B}") == false)
      try #expect(sandbox.files() == [])
    }

    @Test func `an argument that is not UTF-8 is a usage error`() throws {
      try #expect(sandbox.shell("catalog search \"$(printf 'caf\\351')\"").code == 64)
    }

    @Test func `the help of the program and of every command has a usage line`() throws {
      let brief = try sandbox.run("help").output
      #expect(brief.hasPrefix(usage) && brief.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
      try #expect(sandbox.run("--help") == .prints(brief))
      let help = try sandbox.run("help", "commands").output
      #expect(help.hasPrefix(usage))
      let commands = help.split(separator: "\n").filter { $0.wholeMatch(of: #/  [a-z-]+ {3,}[A-Z].*/#) != nil }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(commands.count >= 22)
      for command in commands {
        #expect(brief.contains(command), "\(command)")
        let text = try sandbox.run("help", command)
        #expect(text.code == 0 && text.errors == "")
        #expect(text.output.hasPrefix("usage: catalog \(command)"))
        try #expect(sandbox.run(command, "--help") == text)
        #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(command)")
      }
    }

    @Test func `without a command the program shows the first steps, and later a summary and the next steps`()
      throws
    {
      let begin = """
        no catalog at catalog.db yet; to get started
          catalog import FILE                             books from Goodreads, StoryGraph, calibre or a table
          catalog add --isbn NUMBER                       a book by its ISBN
          catalog source add home calibre-library FOLDER  follow a calibre library
          catalog refresh                                 some sample books to try
          catalog help                                    all commands

        """
      let empty = Sandbox()
      try #expect(empty.run() == .prints(begin))
      try #expect(empty.files() == [])
      let sandbox = try Sandbox(shelf: ExecutableTests.shelf)
      let rest = """
        and
          catalog browse        view and edit books
          catalog search WORDS  find books
          catalog pick          choose what to read next
          catalog help          all commands

        """
      try #expect(
        sandbox.run() == .prints("5 books, 1 read; you are reading\n  4 Good Omens, Terry Pratchett\n" + rest))
      try #expect(sandbox.run("mark", "1", "reading", "--on", "2024-05").code == 0)
      try sandbox.folder.write("gone.jsonl", #"{"title":"X"}"#)
      try #expect(sandbox.run("source", "add", "gone", "file", "gone.jsonl").code == 0)
      try #expect(sandbox.shell("rm gone.jsonl; catalog refresh gone").code != 0)
      try #expect(
        sandbox.run()
          == .prints(
            """
            5 books, 1 read; you are reading
              1 Dune, Frank Herbert (since 2024-05)
              4 Good Omens, Terry Pratchett
            to do
              catalog refresh gone  its last refresh failed

            """ + rest))
      try #expect(sandbox.run("remove", "1", "2", "3", "4", "5", "--yes").code == 0)
      try #expect(sandbox.run().output.hasPrefix("the catalog at catalog.db has no books yet; to get started\n"))
      try #expect(sandbox.run("--db", "other.db").output.contains("  catalog --db other.db refresh "))
    }

    @Test(arguments: ["query", "json", "fields", "people", "exit-codes", "environment"])
    func `a topic has its text`(topic: String) throws {
      let outcome = try sandbox.run("help", topic)
      #expect(outcome.code == 0 && outcome.errors == "")
      #expect(outcome.output.split(separator: "\n").count > 4)
    }

    @Test func `every field of the fields topic can be queried`() throws {
      try #expect(sandbox.run("add", "A").code == 0)
      let fields = try sandbox.run("help", "fields").output.split(separator: "\n")
        .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap {
          $0.split(separator: " ").first.map(String.init)
        }
      expectEqual(fields.count, 33)
      for field in fields { try #expect(sandbox.run("why", "1", field).code == 0, "\(field)") }
    }

    @Test func `the version is one line`() throws {
      try #expect(sandbox.run("--version").output.wholeMatch(of: /catalog \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish --no-execute")])
    func `a completion script is valid for its shell`(shell: String, check: String) throws {
      let outcome = try sandbox.run("completion", shell)
      #expect(outcome.code == 0 && outcome.errors == "")
      #expect(outcome.output.contains("edit-title"))
      let isThere = try sandbox.shell("command -v \(shell)").code == 0
      if isThere { try #expect(sandbox.shell("catalog completion \(shell) > script; \(check) script") == .prints("")) }
      try #expect(sandbox.run("completion", "tcsh").code == 64)
    }
  }

  @Suite struct Streams {
    private let sandbox: Sandbox

    init() throws {
      sandbox = Sandbox()
      guard try sandbox.run("refresh").code == 0 else { throw ChildProcess.Failure(call: "refresh", code: 1) }
    }

    @Test(arguments: [
      "list --all", "list --all --jsonl", "list --all --json", "export", "tree --by author", "help", "completion bash",
    ])
    func `a reader that leaves early is not an error`(command: String) throws {
      let outcome = try sandbox.shell("(catalog \(command); echo code $? >&2) | head -n 1 > first; cat first")
      expectEqual(outcome.errors, "code 0\n")
      expectEqual(outcome.output.split(separator: "\n").count, 1)
      // The reader is already gone at the start.
      try #expect(sandbox.shell("(catalog \(command); echo code $? >&2) | :").errors == "code 0\n")
    }

    @Test(
      .enabled(if: access("/dev/full", W_OK) == 0),
      arguments: ["list", "list --json", "export", "help", "status", "check", "history", "--version"])
    func `a full disk is reported once`(command: String) throws {
      try #expect(
        sandbox.shell("catalog \(command) > /dev/full")
          == .fails(1, "error: cannot write to standard output: no space left on device\n"))
    }

    @Test(
      .enabled(if: access("/dev/full", W_OK) == 0),
      arguments: [
        "rate 1 4", "edit 1 --set rating=4 --json", "remove 1", "add Emma", "source add home feed http://127.0.0.1:9/",
        "search --save few walker", "field add shelf",
      ])
    func `a change is reported as stored if its report cannot be written`(command: String) throws {
      let before = try sandbox.run("export").output
      let sources = try sandbox.run("source", "list", "--json").output
      let outcome = try sandbox.shell("catalog \(command) > /dev/full")
      expectEqual(
        outcome,
        .fails(
          1,
          "error: the changes are stored, but the report could not be printed: cannot write to standard output: "
            + "no space left on device\n"))
      let isBook = try sandbox.run("export").output != before
      let isSource = try sandbox.run("source", "list", "--json").output != sources
      let isNamed = try sandbox.run("field", "list").output != "" || sandbox.run("search", "--saved").output != ""
      #expect(isBook || isSource || isNamed)
    }

    @Test(
      .enabled(if: access("/dev/full", W_OK) == 0),
      arguments: ["rate 1 4 --dry-run", "edit 1 --remove tags=nobody", "list @none"])
    func `a command that changed nothing does not report a stored change`(command: String) throws {
      let outcome = try sandbox.shell("catalog \(command) > /dev/full")
      #expect(outcome.code == 1 || outcome.code == 64)
      #expect(!outcome.errors.contains("stored"))
    }

    @Test func `closed standard streams do no harm`() throws {
      try #expect(sandbox.shell("catalog edit-title 1 X <&- >&- 2>&-").code < 2)
      try #expect(sandbox.shell("catalog list --json >&-").code == 1)
      try #expect(sandbox.shell("catalog show 1 --json=title 2>&-") == .prints("[{\"title\":\"X\"}]\n"))
      try #expect(sandbox.shell("catalog show 999 2>&-").code == 4)
    }

    @Test func `rows of all books are printed in constant pieces and in the same order as pages`() throws {
      let all = try sandbox.run("list", "--all", "--sort", "title").output
      let pages = try (1...11).map { try sandbox.run("list", "--sort", "title", "--page", String($0)).output }
      expectEqual(all, pages.joined())
    }
  }

  @Suite struct Permissions {
    /// True if tests can drop their rights for a while, since only root can switch to another user.
    private static let canDropRights = getuid() == 0 && access("/usr/bin/su", X_OK) == 0 || access("/bin/su", X_OK) == 0

    @Test(.enabled(if: canDropRights))
    func `reading works without permission to write if possible, and writing states what to check`() throws {
      let sandbox = Sandbox()
      try #expect(sandbox.run("refresh").code == 0)
      let outcome = try sandbox.shell(
        """
        chmod 755 . && chmod 644 catalog.db && cp "$(command -v catalog)" ./catalog-copy && chmod 755 catalog-copy
        cat > script <<'END'
        export TMPDIR=/tmp HOME=/tmp
        run() { ./catalog-copy --db "$@"; echo "code $?"; }
        run catalog.db list --page-size 1
        run catalog.db check
        run catalog.db edit-title 1 X
        run new.db refresh
        run catalog.db export x.jsonl
        run catalog.db backup b.db
        END
        su nobody -s /bin/sh -c '. ./script' 2>&1
        chmod 600 catalog.db
        su nobody -s /bin/sh -c './catalog-copy --db catalog.db list; echo "code $?"' 2>&1
        rm catalog-copy script
        """)
      expectEqual(
        outcome.output,
        """
        1\tChanger\tMatt Gemmell\t2016\t476\t\tunread
        code 0
        204 books, all in order
        code 0
        error: cannot write catalog.db: it was opened read-only (check the permissions of the file and of its folder)
        code 1
        error: cannot create new.db: permission denied (check the permissions of its folder)
        code 1
        error: cannot write x.jsonl: permission denied (check the folder and its permissions)
        code 1
        error: cannot create b.db: permission denied (check the permissions of its folder)
        code 1
        error: cannot open catalog.db: the file cannot be opened (unable to open database file) \
        (check its path and permissions)
        code 1

        """)
      try #expect(sandbox.files() == ["catalog.db"])
    }

    @Test func `--read-only reads and never writes`() throws {
      let sandbox = Sandbox()
      try #expect(sandbox.run("refresh").code == 0)
      let before = try sandbox.folder.read("catalog.db")
      try #expect(sandbox.run("--read-only", "show", "1", "--json=title") == .prints("[{\"title\":\"Changer\"}]\n"))
      try #expect(sandbox.run("check", "--read-only") == .prints("204 books, all in order\n"))
      for command in [["edit-title", "1", "X"], ["undo"], ["refresh"], ["remove", "1"]] {
        try #expect(
          sandbox.start(["--read-only"] + command, input: "").finish()
            == .fails(1, "error: cannot write catalog.db: it was opened read-only (try without --read-only)\n"))
      }
      try #expect(sandbox.folder.read("catalog.db") == before)
    }
  }
}
