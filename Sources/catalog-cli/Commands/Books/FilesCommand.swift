import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

struct FilesCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "files", abstract: "Show the files of a book.",
    discussion: """
      Books from sources can have files, and 'catalog attach' adds your own. A file that is no longer at its location is
      shown as missing. Files are never copied or moved.
      """,
    examples: [
      Example("catalog files 42"), Example("catalog open 42", "open a file"),
      Example("catalog list has:file", "all books with files"),
    ], group: .reading)

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String

  var declarations: ArgumentDeclarations { ["json": _json, "global": _global, "book": _book] }

  mutating func run() throws {
    let console = global.console
    let found = try global.openForReading().read { try BookArguments.books([book], $0) }
    guard let book = found.first else { return }
    if json { return try printJSON(book, console) }
    var table = TableWriter(
      columns: [
        TableColumn("FILE", minimumWidth: 20, importance: 4), TableColumn("TYPE", importance: 3),
        TableColumn("BYTES", alignment: .right, importance: 1), TableColumn("FROM", importance: 2),
      ], stream: console.output, settings: console.outputSettings)
    for file in book.allFiles {
      let isMissing = FileArguments.isThere(file) == false
      try table.write([
        TableCell(FileArguments.location(of: file) + (isMissing ? " (missing)" : ""), style: isMissing ? .red : .plain),
        TableCell(file.type ?? ""),
        TableCell(file.size.map { console.isTerminal ? $0.grouped : String($0) } ?? ""),
        TableCell(Self.isAttached(file, book) ? "you" : "a source"),
      ])
    }
    try table.finish()
    if book.allFiles.isEmpty, console.hasReader {
      console.diagnostics.hint("no files; add one: \(global.commandLine(["attach", String(book.id), "FILE"]))")
    }
  }

  private static func isAttached(_ file: BookFile, _ book: Book) -> Bool {
    book.attachments.contains { $0.address == file.address }
  }

  private func printJSON(_ book: Book, _ console: Console) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.array { json in
      for file in book.allFiles {
        json.object { json in
          json.member("address", file.address)
          json.member("path", file.path)
          json.member("mediaType", file.mediaType)
          json.member("size", file.size)
          json.member("modified", file.modified?.rfc3339)
          json.member("attached", Self.isAttached(file, book))
          json.member("missing", FileArguments.isThere(file).map { !$0 })
        }
      }
    }
    try console.print(json)
  }
}
