import Catalog
import CatalogSources
import CommandLineKit

/// The commands for the file that identifies books by ISBN.
struct ISBNFileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "isbn-file", abstract: "Know which books ISBNs are without a network.",
    discussion: """
      The ISBN file is made of the dumps that Open Library publishes each month
      (https://openlibrary.org/developers/dumps): for each ISBN the title, the first author, the year, the pages and the work.
      'catalog add --isbn' and imports of bare ISBNs look into it where nobody answers, and with --offline.
      """,
    examples: [
      Example("catalog isbn-file make editions.txt.gz authors.txt.gz"),
      Example("catalog isbn-file", "which one there is"),
      Example("catalog add --isbn - --offline < scanned.txt", "a whole shelf, in a basement"),
    ], group: .sources, subcommands: [ISBNFileMakeCommand.self, ISBNFileShowCommand.self],
    defaultSubcommand: ISBNFileShowCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}

struct ISBNFileMakeCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Make the ISBN file of Open Library's dumps.",
    discussion: """
      The dump of editions is enough; that of authors adds their names, that of works the authors of editions that name none.
      They may be given in any order, as they are downloaded. The file takes some 80 bytes for each ISBN, and twice that while
      it is being made; what sorts it is put into the folder that SQLITE_TMPDIR names, else into /var/tmp. One that was there is
      replaced when the new one is whole.
      """,
    examples: [
      Example("catalog isbn-file make ol_dump_editions_latest.txt.gz ol_dump_authors_latest.txt.gz"),
      Example("catalog isbn-file make editions.txt.gz --into /data/isbn.db", "in another place"),
    ], group: .sources)

  @Option(
    help: "The file to make; by default the one in catalog/settings, else isbn.db beside the usual catalog.",
    valueName: "file", completion: .file(extensions: ["db"])) var into: String?
  @Flag(help: "Replace a file that is no ISBN file.") var force = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "The dumps: of editions, and of works and authors.", valueName: "dump",
    completion: .file(extensions: ["gz", "txt"]))
  var dumps: [String]

  var declarations: ArgumentDeclarations {
    ["into": _into, "force": _force, "json": _json, "global": _global, "dumps": _dumps]
  }

  mutating func run() throws {
    let console = global.console
    let path = try into ?? MetadataConnections(environment: console.environment).isbnFilePath()
    let files = try dumps.map(DumpFile.init)
    try OutputFile.requirePlace(
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
      console.diagnostics.hint("interrupted: no file was made, and one that was there is as it was")
      throw ExitCode.interrupted
    }
    try DumpOutput(console: console, isJSON: json).print(report, path)
  }
}

struct ISBNFileShowCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show which ISBN file there is, or what it knows of an ISBN.",
    examples: [Example("catalog isbn-file show"), Example("catalog isbn-file show 9780441013593")], group: .sources)

  @Option(help: "Another file than the usual one.", valueName: "file", completion: .file(extensions: ["db"]))
  var from: String?
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "What to look up.", valueName: "isbn") var isbn: String?

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
