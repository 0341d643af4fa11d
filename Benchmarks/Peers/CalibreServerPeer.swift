#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// calibre's own server with a library of the same books, and settings of its own.
final class CalibreServerPeer {
  /// More books take calibre minutes to add.
  private static let mostBooks = 20_000

  private let server: ServerProcess
  let client: HTTPClient

  /// Makes the library where it is missing.
  ///
  /// - Returns: `nil` when no peers are measured, it is not there, or there are too many books.
  init?(_ context: BenchContext) throws {
    guard context.options.measuresPeers, context.options.books <= Self.mostBooks,
      ProcessCommand.isInstalled("calibre-server"), ProcessCommand.isInstalled("calibre-debug")
    else { return nil }
    let (library, settings) = (context.data.scratch("calibre-served"), context.data.scratch("calibre-served-settings"))
    try Folder.make(settings)
    func command(_ program: String, _ arguments: [String]) -> ProcessCommand {
      var command = ProcessCommand(program: program, arguments: arguments)
      command.environment = [
        ("CALIBRE_CONFIG_DIRECTORY", settings), ("QT_QPA_PLATFORM", "offscreen"), ("LANG", "C.UTF-8"),
      ]
      command.acceptedCodes = [0, 1, 130]
      command.showsMessages = false
      return command
    }
    if access(library, F_OK) != 0 {
      BenchConsole.message("adding \(context.options.books) books to a calibre library in \(library)")
      let unfinished = library + ".new"
      try Folder.remove(unfinished)
      try Folder.make(unfinished)
      let script = context.script("calibre-library.py")
      try command("calibre-debug", ["-e", script, "--", try context.data.jsonLines(), unfinished]).run()
      guard rename(unfinished, library) == 0 else { throw BenchError(errno: "write", library) }
    }
    let port = try ServerProcess.freePort()
    let serve = command(
      "calibre-server", ["--listen-on", "127.0.0.1", "--port", "\(port)", "--disable-auth", library])
    server = try ServerProcess(serve, port: port, answering: "/interface-data/init")
    client = try HTTPClient(port: port)
  }
}
