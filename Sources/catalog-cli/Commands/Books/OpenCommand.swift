import Catalog
import CommandLineKit
import Platform

struct OpenCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", meanings: ["start", "launch", "view-file"], abstract: "Open a file of a book.",
    discussion: """
      Without --type, the first file of the book that exists is opened, e-books first. It opens in your desktop's
      default program, or in the one given by --with. File names are not passed through a shell.
      """,
    examples: [
      Example("catalog open 42"), Example("catalog open 42 --type pdf --with evince"),
      Example("catalog open 42 --print", "print its location"),
    ], group: .reading)

  @Option(help: "The extension, such as epub.", valueName: "type", completion: .values(.fileType)) var type: String?
  @Option(help: "The program to open it with.", valueName: "program") var with: String?
  @Flag(help: "Print the location of the file instead of opening it.") var print = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String

  var declarations: ArgumentDeclarations {
    ["type": _type, "with": _with, "print": _print, "global": _global, "book": _book]
  }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    let found = try catalog.read { try BookArguments.books([book], $0) }
    catalog.close()
    guard let book = found.first else { return }
    let file = try BookFileChoice.file(of: book, type: type)
    if print { return try console.line(FileArguments.location(of: file)) }
    let location = try BookFileChoice.argument(for: file)
    let program = with ?? BookFileChoice.desktopProgram
    throw CommandError.noProgram(program, errno: Self.become(program, location))
  }

  /// Replaces this process with a program, which receives one argument.
  ///
  /// - Returns: The system's error number if the program could not be started.
  private static func become(_ program: String, _ argument: String) -> Int32 {
    // Restores the default actions of these signals, because the other program expects them.
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    let arguments = [strdup(program), strdup(argument), nil]
    execvp(program, arguments)
    return errno
  }
}
