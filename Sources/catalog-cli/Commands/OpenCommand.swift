import Catalog
import CommandLineKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct OpenCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", meanings: ["start", "launch", "view-file"], abstract: "Open a file of a book.",
    discussion: """
      Without --type the first of the book's files that is there is opened, e-books before other files. The program is
      the one that your desktop has for such files, or that of --with; no shell reads the name.
      """,
    examples: [
      Example("catalog open 42"), Example("catalog open 42 --type pdf --with evince"),
      Example("catalog open 42 --print", "where it is"),
    ], group: .reading)

  @Option(help: "The ending of the file.", valueName: "type") var type: String?
  @Option(help: "The program.", valueName: "program") var with: String?
  @Flag(help: "Print where the file is, and open nothing.") var print = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book") var book: String

  var declarations: ArgumentDeclarations {
    ["type": _type, "with": _with, "print": _print, "global": _global, "book": _book]
  }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    let found = try catalog.read { try BookArguments.books([book], $0) }
    catalog.close()
    guard let book = found.first else { return }
    let place = FileArguments.place(of: try file(of: book))
    if print { return try console.line(place) }
    let program = with ?? Self.desktopProgram
    throw CommandError.noProgram(program, errno: Self.become(program, place))
  }

  private func file(of book: Book) throws -> BookFile {
    let wanted = type?.lowercased()
    let files = book.allFiles.filter { wanted == nil || $0.type == wanted }
    guard !files.isEmpty else { throw CommandError.noBookFile(id: book.id, type: wanted) }
    let there = files.filter { FileArguments.isThere($0) != false }
    guard let first = there.min(by: { Self.rank($0) < Self.rank($1) }) else {
      throw CommandError.bookFileMissing(path: FileArguments.place(of: files[0]))
    }
    return first
  }

  /// The formats that adapt to a screen before those that do not, files of this machine before those elsewhere.
  private static func rank(_ file: BookFile) -> Int {
    let formats = ["epub", "kepub", "azw3", "mobi", "fb2", "pdf", "cbz"]
    return (formats.firstIndex(of: file.type ?? "") ?? formats.count) + (file.path == nil ? formats.count + 1 : 0)
  }

  #if canImport(Darwin)
    private static let desktopProgram = "open"
  #else
    private static let desktopProgram = "xdg-open"
  #endif

  /// Makes this process the program's, with one argument.
  ///
  /// - Returns: why it could not be done.
  private static func become(_ program: String, _ argument: String) -> Int32 {
    // What this program does not want to be ended by, others do.
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    let arguments = [strdup(program), strdup(argument), nil]
    execvp(program, arguments)
    return errno
  }
}
