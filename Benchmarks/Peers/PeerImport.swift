/// The peer of an import: the sqlite3 shell loads the finished tables of the same catalog (`peer-import.sql`).
struct PeerImport {
  static let does = """
    sqlite3 with Benchmarks/peer-import.sql: every table, index and search row that the import leaves, from a \
    tab-separated dump of the finished tables that was made before
    """

  let target: String
  private let command: ProcessCommand
  private let data: BenchData

  /// Makes the dump when it is missing or older than the catalog.
  /// - Returns: `nil` when no peers are measured.
  init?(_ context: BenchContext) throws {
    guard let shell = context.sqliteShell else { return nil }
    let catalog = try context.data.catalog()
    let folder = Self.absolute(context.data.scratch("dump"))
    if !FileTimes.isCurrent("\(folder)/whole", after: catalog) {
      BenchConsole.message("writing the tables of \(catalog) into \(folder)")
      try PeerDump.write(catalog: catalog, to: folder)
      try FileWriter.write([], to: "\(folder)/whole")
    }
    data = context.data
    target = Self.absolute(context.data.scratch("peer.db"))
    command = Self.command(shell, script: context.script("peer-import.sql"), dump: folder, into: target)
  }

  /// - Parameter target: an absolute path, since the shell reads the dump from inside its folder.
  static func command(_ shell: String, script: String, dump: String, into target: String) -> ProcessCommand {
    ProcessCommand(program: shell, arguments: ["-bail", target, ".cd '\(dump)'", ".read '\(absolute(script))'"])
  }

  func run() throws {
    remove()
    try command.run()
  }

  func remove() { data.remove(target) }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : WorkingFolder.path + "/" + path
  }
}
