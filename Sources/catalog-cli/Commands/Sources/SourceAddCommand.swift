import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct SourceAddCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a source.",
    discussion: """
      Kinds of source:

        feed             a server with the feed protocol (docs/feed-protocol.md)
        opds             an OPDS catalog, 1.2 or 2.0
        calibre          a calibre content server; to choose a library, append # and its name to the address
        calibre-library  the folder of a calibre library, with its metadata.db; never changed
        file             a JSON Lines or CSV file, or a folder of them, read again when it changes
        folder           a folder of e-books: EPUB, FB2, CBZ, MOBI, AZW3, PDF, and others by file name
        koreader         KOReader's statistics.sqlite3: the books you read and when; never changed

      Adding a source does not fetch anything; 'catalog refresh NAME' does. A password is never part of the address. It
      is stored outside the catalog, in $XDG_CONFIG_HOME/catalog/credentials.
      """,
    examples: [
      Example("catalog source add home calibre http://127.0.0.1:8080/#fiction", "one library of a calibre server"),
      Example(
        "catalog source add ebooks calibre-library ~/Calibre",
        "a library on this machine, even while calibre is running"),
      Example("catalog source add club opds https://books.example/opds --user reader", "asks for the password"),
      Example("catalog source add shelf file ~/books.csv --every 1d", "for 'catalog refresh --due'"),
      Example("catalog source add ebooks folder ~/Books", "all e-books in a folder, with their files"),
    ], group: .sources)

  @OptionGroup(title: "Login") var login: LoginOptions
  @Option(help: "How often 'refresh --due' refreshes it: 30m, 6h, 1d.", valueName: "time") var every: RefreshInterval?
  @Flag(help: "Use its ratings, reading statuses and custom fields as yours.") var mine = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "A name for the source: one word.", valueName: "name") var name: String
  @Argument(help: "The kind of source.", valueName: "kind") var kind: AddedKind
  @Argument(help: "The address, or the path of a file or folder.", valueName: "url", completion: .file()) var url:
    String

  var declarations: ArgumentDeclarations {
    [
      "login": _login, "every": _every, "mine": _mine, "global": _global, "name": _name, "kind": _kind, "url": _url,
    ]
  }

  mutating func validate() throws {
    if login.passwordStdin, login.user == nil { throw ValidationError("--password-stdin needs --user") }
    if kind.kind.isPath, login.user != nil {
      throw ValidationError("a \(kind.rawValue) source has no login; omit --user")
    }
  }

  mutating func run() throws {
    let console = global.console
    let location = try SourceLocation(url, kind: kind.kind, in: FileManager.default.currentDirectoryPath)
    let login = try login.user.map { try self.login.login(of: $0, at: location.text, console) }
    let source = try global.openForWriting().write { transaction in
      var source = try transaction.addSource(
        name, kind: location.kind, location: location.text, user: login?.credentials.user, every: every?.duration)
      if mine, !source.isMine { source = try transaction.setSource(source.name, [.isMine(true)]) }
      try login?.keep()
      return source
    }
    try console.line(
      "added \(source.name): \(source.kind.rawValue) \(location.text)"
        + "  (next: \(global.commandLine(["refresh", source.name])))")
    if let missing = Self.missing(of: source) { console.diagnostics.note("\(missing) does not exist yet") }
    if source.kind == .folder, let reason = FolderSource.missingLibrary {
      console.diagnostics.note(
        "PDFs are identified only by file name: \(reason) (Debian: sudo apt-get install libqpdf29)")
    }
  }

  /// Returns the path of a local source if nothing exists at that path, for example because it is on a disk that is not
  /// connected. Returns `nil` otherwise.
  private static func missing(of source: CatalogSource) -> String? {
    guard source.kind.isPath, let location = source.location else { return nil }
    let path = source.kind == .calibreLibrary ? location + "/metadata.db" : location
    return FileManager.default.fileExists(atPath: path) ? nil : path
  }
}

extension SourceAddCommand {
  var situation: ErrorSituation? { .addingSource(name: name, kind: kind.rawValue, url: url) }
}
