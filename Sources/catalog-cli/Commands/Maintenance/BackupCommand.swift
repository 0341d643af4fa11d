import Catalog
import CommandLineKit
import Platform

struct BackupCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", meanings: ["snapshot", "copy"],
    abstract: "Back up the whole catalog to a file, even while it is in use.",
    examples: [Example("catalog backup books-2026.db")], group: .care)

  @OptionGroup var global: GlobalOptions
  @Argument(help: "The file to write.", valueName: "file", completion: .file(extensions: ["db"])) var file: String

  var declarations: ArgumentDeclarations { ["global": _global, "file": _file] }

  mutating func run() throws {
    guard global.exists else {
      throw CommandError.noFile(verb: "back up", path: global.path)
    }
    let catalog = try global.openForReading()
    try Interruption.cancelling { [file] in try await catalog.backup(to: file) }
    try global.console.line("backed up to \(file)")
  }
}

struct RestoreCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore the catalog from a backup.",
    discussion: "The current catalog is first copied to a file next to it.",
    examples: [Example("catalog restore books-2026.db")], group: .care)

  @Flag(help: "Don't ask for confirmation.") var yes = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The backup file.", valueName: "file", completion: .file(extensions: ["db"])) var file: String

  var declarations: ArgumentDeclarations { ["yes": _yes, "global": _global, "file": _file] }

  mutating func run() throws {
    let console = global.console
    guard CatalogLocation(option: file, environment: [:]).exists else {
      throw CommandError.noFile(verb: "restore", path: file)
    }
    let catalog: BookCatalog
    let books: Int
    do {
      catalog = try global.openForWriting()
      books = try catalog.read { try $0.count() }
    } catch let error as CatalogError where error.code == .damaged {
      throw CommandError.damagedBeforeRestore(path: global.path, cause: error.cause)
    }
    if books > 0 {
      try Confirmation(console: console, isGiven: yes).require("Replace the \(books.grouped) books of the catalog")
    }
    let copy = try Interruption.cancelling { [file] in try await catalog.restore(from: file) }
    try console.line("restored \(file)\(copy.map { "; the previous catalog is in \($0)" } ?? "")")
  }
}

extension RestoreCommand {
  var situation: ErrorSituation? { .restoring }
}
