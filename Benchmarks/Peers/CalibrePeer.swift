#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// calibre's own command line, with a library and settings of its own, so that nobody's are touched.
struct CalibrePeer {
  static let does = "calibredb add --recurse: the same files, which it copies, into a new library"

  private let library: String
  private let settings: String

  /// - Returns: `nil` when no peers are measured, or it is not there.
  init?(_ context: BenchContext) {
    guard context.options.measuresPeers, ProcessCommand.isInstalled("calibredb") else { return nil }
    library = context.data.scratch("calibre-library")
    settings = context.data.scratch("calibre-settings")
  }

  /// Adds the books of a folder to a new library.
  func add(_ folder: String) throws {
    try remove()
    try Folder.make(settings)
    var command = ProcessCommand(
      program: "calibredb", arguments: ["add", "--recurse", folder, "--with-library", library])
    command.environment = [("CALIBRE_CONFIG_DIRECTORY", settings), ("QT_QPA_PLATFORM", "offscreen")]
    command.showsMessages = false
    try command.run()
  }

  func remove() throws { for folder in [library, settings] { try Folder.remove(folder) } }
}
