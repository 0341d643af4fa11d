import Catalog
import CommandLineKit
import Platform

struct SourceRemoveCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a source.",
    discussion: """
      With --keep-books, the books of the source stay, and values from this source alone become your own. With
      --remove-books, its books are hidden, but a book that is also in another source shows the values of that
      source. Books that you have edited stay as
      they are. 'catalog undo' restores the source and its books.
      """,
    examples: [
      Example("catalog source remove home --keep-books"), Example("catalog source remove home --remove-books"),
    ], group: .sources)

  @Flag(help: "Keep its books as your own.") var keepBooks = false
  @Flag(help: "Hide its books, except those you have edited.") var removeBooks = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The source's name.", valueName: "name", completion: .values(.source)) var name: String

  var declarations: ArgumentDeclarations {
    ["keepBooks": _keepBooks, "removeBooks": _removeBooks, "global": _global, "name": _name]
  }

  mutating func validate() throws {
    if keepBooks, removeBooks { throw ValidationError("use --keep-books or --remove-books, not both") }
  }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForWriting(needsBooks: true)
    let outcome = try remove(from: catalog, console)
    let source = outcome.source
    var parts: [String] = []
    if outcome.kept > 0 {
      parts.append("\(outcome.kept.counted("book")) \(outcome.kept == 1 ? "stays" : "stay")")
    }
    if outcome.removed > 0 {
      parts.append("\(outcome.removed.counted("book")) \(outcome.removed == 1 ? "is" : "are") hidden")
    }
    let books = parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
    let others = try catalog.read { try $0.sources() }.filter { $0.id != source.id }
    if try SourceLogin.forget(source, sources: others, console) != nil {
      console.diagnostics.note("deleted the password of \(source.name)")
    }
    try console.line("removed \(outcome.source.name)\(books)\(global.undoHint(of: outcome.step, in: catalog))")
  }

  private func remove(from catalog: BookCatalog, _ console: Console) throws -> SourceRemovalOutcome {
    let name = name
    if keepBooks || removeBooks {
      do {
        // If an earlier removal was interrupted, this completes it. The source is then no longer listed.
        return try catalog.removeSource(name, removeBooks ? .removeBooks : .keepBooks)
      } catch let error as CatalogError where error.code == .noSuchSource {
        // Ignored here, because the code below throws an error that suggests a similar name.
      }
    }
    let (source, records) = try catalog.read { snapshot in
      let source = try SourceArguments.source(name, snapshot)
      return (source, try snapshot.status().sources.first { $0.source.id == source.id }?.records ?? 0)
    }
    return try catalog.removeSource(source.name, removal(of: source, records, console))
  }

  private func removal(of source: CatalogSource, _ records: Int, _ console: Console) throws -> SourceRemoval {
    if records == 0 { return .keepBooks }
    let question = Question(console: console)
    guard question.isInteractive else {
      throw ValidationError("choose what to do with the books of \(source.name): --keep-books or --remove-books")
    }
    let books = "\(records.counted("book")) of \(source.name)"
    switch try question.answer(to: "Keep the \(books) as your own? [y: keep, n: hide, c: cancel]") {
    case "y", "yes": return .keepBooks
    case "n", "no": return .removeBooks
    default:
      console.diagnostics.line("nothing was changed")
      throw ExitCode.failure
    }
  }
}
