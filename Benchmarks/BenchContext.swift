import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The options, programs and data that all groups share.
struct BenchContext {
  let options: BenchOptions
  let data: BenchData
  let limits: Limits
  /// `nil` when no peers are measured.
  let sqliteShell: String?

  init(_ options: BenchOptions) throws {
    self.options = options
    limits = Limits(books: options.books)
    guard access(options.catalogPath, X_OK) == 0 else {
      throw BenchError("no program at \(options.catalogPath): build it with 'scripts/build catalog'")
    }
    sqliteShell = options.measuresPeers ? "sqlite3" : nil
    data = try BenchData(options)
  }

  /// A run of the measured program.
  func catalog(_ arguments: String..., acceptedCodes: Set<Int32> = [0]) -> ProcessCommand {
    ProcessCommand(program: options.catalogPath, arguments: arguments, acceptedCodes: acceptedCodes)
  }

  /// A run of the SQLite shell; `nil` when no peers are measured.
  func shell(_ arguments: String...) -> ProcessCommand? {
    sqliteShell.map { ProcessCommand(program: $0, arguments: arguments) }
  }

  /// This program's own file, for what needs a process of its own.
  var benchProgram: String { CommandLine.arguments[0] }

  /// A file of Benchmarks that is no Swift.
  func script(_ name: String) -> String { "\(options.scriptFolder)/\(name)" }

  /// Measures a whole process, and beside it the peer's when there is one.
  func measure(_ name: String, _ command: ProcessCommand, peer: ProcessCommand?, does: String) throws -> Measure {
    let own: () throws -> Void = { try command.run() }
    let other: (() throws -> Void)? = peer.map { peer in { try peer.run() } }
    let samples = try Interleaved.measure(SampleCount(warmUp: 5, most: options.runs), own, other)
    return Measure(name, samples, peer: peer == nil ? nil : does)
  }

  func versions() throws -> [(name: String, version: String)] {
    var versions = [
      (name: "catalog", version: try catalog("--version").output().firstLine),
      (name: "SQLite library of catalog-bench", version: String(cString: sqlite3_libversion())),
    ]
    if let shell = shell("--version") {
      versions.append((name: "sqlite3 shell", version: try shell.output().firstLine))
    }
    if let version = try TantivyPeer.version(self) { versions.append((name: "Tantivy", version: version)) }
    return versions
  }
}

extension String {
  var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }
}
