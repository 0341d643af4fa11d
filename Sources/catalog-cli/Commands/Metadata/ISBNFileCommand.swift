import Catalog
import CatalogSources
import CommandLineKit

/// The commands for the ISBN file, which identifies books offline.
struct ISBNFileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "isbn-file", abstract: "Look up ISBNs offline.",
    discussion: """
      The ISBN file is created from the monthly dumps of Open Library (https://openlibrary.org/developers/dumps). For
      each ISBN it has the title, the first author, the year, the pages and the work. 'catalog add --isbn' and imports
      of bare ISBNs use it when no provider answers, and with --offline.
      """,
    examples: [
      Example("catalog isbn-file make editions.txt.gz authors.txt.gz"),
      Example("catalog isbn-file", "show the ISBN file"),
      Example("catalog add --isbn - --offline < scanned.txt", "a whole shelf, offline"),
    ], group: .sources, subcommands: [ISBNFileMakeCommand.self, ISBNFileShowCommand.self],
    defaultSubcommand: ISBNFileShowCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}

struct ISBNFileMakeCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Create the ISBN file from Open Library's dumps.",
    discussion: """
      Only the dump of editions is required. The dump of authors adds their names, and the dump of works adds authors to
      editions without any. Give the dumps in any order, as downloaded. The file takes about 80 bytes for each ISBN, and
      twice as much while it is being created. Temporary data goes to the folder named by SQLITE_TMPDIR, by default
      /var/tmp. An existing ISBN file is replaced when the new one is complete.
      """,
    examples: [
      Example("catalog isbn-file make ol_dump_editions.txt.gz ol_dump_authors.txt.gz"),
      Example("catalog isbn-file make editions.txt.gz --into /data/isbn.db", "in another folder"),
    ], group: .sources)

  @Option(
    help: "The file to write (default: the one set in catalog/settings, or isbn.db next to the default catalog).",
    valueName: "file", completion: .file(extensions: ["db"])) var into: String?
  @Flag(help: "Replace an existing file that is not an ISBN file.") var force = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "The dumps of editions, works and authors.", valueName: "dump",
    completion: .file(extensions: ["gz", "txt"]))
  var dumps: [String]

  var declarations: ArgumentDeclarations {
    ["into": _into, "force": _force, "json": _json, "global": _global, "dumps": _dumps]
  }

  mutating func run() throws {
    let console = global.console
    let path = try into ?? MetadataConnections(environment: console.environment).isbnFilePath()
    let files = try dumps.map(DumpFile.init)
    try OutputFile.requireWritable(
      path, replaces: force || (try? ISBNFile(path: path)) != nil, catalog: global.path, inputs: dumps)
    let making = try ISBNFileMaking(files: files, path: path)
    let bar = DumpBar("Reading", files, console)
    let report: ISBNFileMaking.Report
    do {
      defer { bar.finish() }
      report = try Interruption.cancelling {
        try making.make(progress: bar.show, sorting: { bar.show("Sorting") })
      }
    } catch  where Interruption.isCause(of: error) {
      console.diagnostics.hint("interrupted: no file was written, and an existing file is unchanged")
      throw ExitCode.interrupted
    }
    try DumpOutput(console: console, isJSON: json).print(report, path)
  }
}

struct ISBNFileShowCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the ISBN file, or its entry for an ISBN.",
    examples: [Example("catalog isbn-file show"), Example("catalog isbn-file show 9780441013593")], group: .sources)

  @Option(help: "An ISBN file other than the default.", valueName: "file", completion: .file(extensions: ["db"]))
  var from: String?
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The ISBN to look up.", valueName: "isbn") var isbn: String?

  var declarations: ArgumentDeclarations { ["from": _from, "json": _json, "global": _global, "isbn": _isbn] }

  mutating func run() throws {
    let console = global.console
    let path = try from ?? MetadataConnections(environment: console.environment).isbnFilePath()
    let number = try isbn.map { try ISBN($0) }
    let file: ISBNFile
    do { file = try ISBNFile(path: path) } catch let error as CatalogError where error.code == .missing && from == nil {
      throw CommandError.noISBNFile(path: path)
    }
    let output = DumpOutput(console: console, isJSON: json)
    guard let number else { return try output.print(file) }
    guard let book = try file.book(number) else { throw CommandError.notInISBNFile(number.digits, path: path) }
    try output.print(book, number)
  }
}
