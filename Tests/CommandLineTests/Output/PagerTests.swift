import CatalogTestSupport
import Platform
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

/// Serialized, since a running pager changes the Ctrl-C handling of this process. Time-limited, since a pager whose
/// input does not end never exits.
@Suite("The pager", .serialized)
struct PagerTests {
  private func command(_ environment: [String: String], settings: TerminalSettings = .terminal()) -> String? {
    Pager(settings: settings, environment: environment) { $0 == "/usr/bin/less" }?.command
  }

  @Test("the pager is CATALOG_PAGER, then PAGER, then less if it is installed")
  func choice() {
    expectEqual(command(["CATALOG_PAGER": "more", "PAGER": "most", "PATH": "/usr/bin"]), "more")
    expectEqual(command(["PAGER": "most -s", "PATH": "/usr/bin"]), "most -s")
    expectEqual(command(["PATH": "/bin:/usr/bin"]), "less")
    #expect(command(["PATH": "/bin"]) == nil)
    #expect(command([:]) == nil)
  }

  @Test("no pager is used if it is empty or cat, or if the terminal cannot move its cursor")
  func none() {
    #expect(command(["CATALOG_PAGER": "", "PAGER": "most"]) == nil)
    #expect(command(["CATALOG_PAGER": "cat", "PATH": "/usr/bin"]) == nil)
    #expect(command(["PAGER": " ", "PATH": "/usr/bin"]) == nil)
    #expect(command(["PAGER": "most"], settings: .pipe) == nil)
    #expect(command(["PAGER": "most"], settings: .terminal(environment: ["TERM": "dumb"])) == nil)
  }

  @Test("the pager gets LESS=FRX unless LESS is set")
  func less() {
    let pager = Pager(settings: .terminal(), environment: ["PAGER": "less"]) { _ in true }
    expectEqual(pager?.environment, ["PAGER": "less", "LESS": "FRX"])
    let own = Pager(settings: .terminal(), environment: ["PAGER": "less", "LESS": ""]) { _ in true }
    expectEqual(own?.environment["LESS"], "")
  }

  /// Pages into a shell command that writes its input to a file, and returns that input.
  private func page(_ command: String, body: (StandardStream) throws -> Void) throws -> String {
    signal(SIGPIPE, SIG_IGN)
    // The output is a file, since a shell need not support descriptors above 9.
    let folder = TemporaryFolder()
    let environment = ["CATALOG_PAGER": "(\(command)) >'\(folder.file("shown"))'", "PATH": "/usr/bin:/bin"]
    try Pager.page(
      to: MemoryStream().stream(), settings: .terminal(), environment: environment, body: body)
    return String(decoding: try folder.read("shown"), as: UTF8.self)
  }

  @Test("the pager reads all output, with its own environment, before the command continues")
  func reads() throws {
    let shown = try page("tr a-z A-Z; echo $LESS") { stream in
      #expect(stream.isTerminal)
      try stream.write("dune\n")
    }
    expectEqual(shown, "DUNE\nFRX\n")
  }

  @Test("quitting the pager early ends the writing quietly")
  func leaving() throws {
    var written = 0
    let shown = try page("head -n 1") { stream in
      while true {
        try stream.write("line\n")
        written += 1
      }
    }
    expectEqual(shown, "line\n")
    #expect(written > 0)
  }

  @Test("an error of the body is thrown after the pager has exited")
  func bodyFails() {
    #expect(throws: OutputError.failed(stream: "x", errno: 5)) {
      _ = try page("cat") { _ in throw OutputError.failed(stream: "x", errno: 5) }
    }
  }

  @Test("a missing pager command is reported, since nothing was shown")
  func missingCommand() throws {
    let environment = ["PAGER": "/nonexistent/pager 2>/dev/null", "PATH": "/bin"]
    let error = #expect(throws: OutputError.self) {
      try Pager.page(to: MemoryStream().stream(), settings: .terminal(), environment: environment) { stream in
        try stream.write("rows")
      }
    }
    expectEqual(error, .pagerFailed(command: "/nonexistent/pager 2>/dev/null"))
    expectEqual(error?.description.contains("CATALOG_PAGER"), true)
  }

  @Test("without a pager the output itself is written and flushed")
  func withoutPager() throws {
    let memory = MemoryStream()
    let output = memory.stream()
    try Pager.page(to: output, settings: .pipe, environment: ["PAGER": "less"]) { stream in
      #expect(stream === output)
      try stream.write("rows")
    }
    expectEqual(memory.text, "rows")
  }

  @Test("Ctrl-C does not end this process while the pager runs")
  func signalWhilePaging() async {
    await #expect(processExitsWith: .exitCode(42)) {
      try Self.pageNothing { _ in
        raise(SIGINT)
        exit(42)
      }
    }
  }

  @Test("Ctrl-C ends this process again after the pager has exited")
  func signalAfterPaging() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      try Self.pageNothing { _ in }
      raise(SIGINT)
    }
  }

  /// Pages in a process with the default handling of Ctrl-C.
  private static func pageNothing(body: (StandardStream) throws -> Void) throws {
    signal(SIGINT, SIG_DFL)
    // The thread of the test belongs to a pool that blocks signals.
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
    try Pager.page(
      to: MemoryStream().stream(), settings: .terminal(),
      environment: ["PAGER": "cat >/dev/null", "PATH": "/usr/bin:/bin"], body: body)
  }
}
