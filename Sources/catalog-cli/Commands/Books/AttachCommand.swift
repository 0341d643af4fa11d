import Catalog
import CommandLineKit

struct AttachCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", meanings: ["add-file"], abstract: "Add files to a book.",
    discussion:
      "Only the location is stored; files are not copied or moved. Attaching a file again updates its details.",
    examples: [
      Example("catalog attach 42 dune.epub"), Example("catalog attach 42 https://books.example/dune.pdf"),
    ], group: .editing)

  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String
  @Argument(help: "Paths, or http or https addresses.", valueName: "file", completion: .file()) var files: [String]

  var declarations: ArgumentDeclarations { ["output": _output, "global": _global, "book": _book, "files": _files] }

  mutating func run() throws {
    let added = try files.map(FileArguments.named)
    let name = book
    let outcome = try global.change(output) { transaction in
      let id = try transaction.snapshot.id(named: name)
      return try transaction.edit([id]) { draft in
        for file in added {
          if let index = draft.attachments.firstIndex(where: { $0.address == file.address }) {
            draft.attachments[index] = file
          } else {
            draft.attachments.append(file)
          }
        }
      }
    }
    try MutationReport(global: global, options: output).print(outcome)
  }
}
