import Catalog
import CommandLineKit

struct DetachCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "detach", abstract: "Remove attached files from a book.",
    discussion: "The files themselves are not deleted. Files that come from a source cannot be detached.",
    examples: [Example("catalog detach 42 dune.epub")], group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String
  @Argument(help: "Paths or addresses, as shown by 'catalog files'.", valueName: "file", completion: .file())
  var files: [String]

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "book": _book, "files": _files] }

  mutating func run() throws {
    let (name, files) = (book, files)
    let outcome = try global.change(output) { transaction in
      let id = try transaction.snapshot.id(named: name)
      let book = try transaction.snapshot.book(id)
      for file in files where book?.attachments.contains(where: { FileArguments.isNamed($0, file) }) != true {
        let isOfSource = book?.files.contains { FileArguments.isNamed($0, file) } == true
        throw CommandError.notAttached(file, book: id, isOfSource: isOfSource)
      }
      return try transaction.edit([id]) { draft in
        draft.attachments.removeAll { attached in files.contains { FileArguments.isNamed(attached, $0) } }
      }
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}
