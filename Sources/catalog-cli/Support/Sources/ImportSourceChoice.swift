import Catalog
import CatalogSources
import CommandLineKit

/// The source that a file is imported as.
struct ImportSourceChoice {
  /// The name that the user gave.
  let name: String?
  /// True to keep the file apart from sources that an earlier download was imported as.
  let isNew: Bool
  let console: Console

  /// Returns the name that was given, that of the source which the file updates, or else the file's, numbered where it
  /// belongs to another file.
  ///
  /// - Throws: ``ValidationError`` for a file that is older than the last one; `ExitCode` if the user does not want it.
  func name(of scan: ImportScan?, at location: String?, in catalog: BookCatalog) throws -> String {
    if let name { return name }
    guard let location else { return "standard-input" }
    let preferred = ImportInput.sourceName(ofFile: location)
    if !isNew, let known = try known(scan, at: location, in: catalog) {
      if let newest = known.newest, scan?.isOlder(than: newest) == true { try confirmOlder(known, scan, newest) }
      if known.location == location { noteOther(known.name, than: preferred) }
      return known.name
    }
    let name = try catalog.read { try $0.importName(preferred, location: isNew ? "" : location) }
    noteOther(name, than: preferred)
    return name
  }

  private func noteOther(_ name: String, than preferred: String) {
    if name != preferred { console.diagnostics.note("the source is \(name) (choose another with --source NAME)") }
  }

  private func known(_ scan: ImportScan?, at location: String, in catalog: BookCatalog) throws -> KnownImport? {
    if let known = try catalog.read({ try $0.importSource(at: location) }) { return known }
    guard let scan, let known = try catalog.read({ try $0.importSource(of: scan) }) else { return nil }
    let last = known.lastImported.map { " (last imported \($0))" } ?? ""
    let name = VisibleText.forTerminal(known.name)
    if known.isCertain {
      console.diagnostics.note("Updating source \"\(name)\"\(last); use --new-source to keep it apart")
      return known
    }
    let question = Question(console: console)
    guard question.canBeAsked else {
      console.diagnostics.hint(
        "the file has the books of source \"\(name)\"\(last); to update that source, use "
          + "--source \(TypedCommand.shellWord(known.name))")
      return nil
    }
    return try question.agrees(to: "The file has the books of source \"\(name)\"\(last). Update that source")
      ? known : nil
  }

  private func confirmOlder(_ known: KnownImport, _ scan: ImportScan?, _ newest: PartialDate) throws {
    let name = VisibleText.forTerminal(known.name)
    let day = scan?.newest?.description ?? ""
    let question = Question(console: console)
    guard question.canBeAsked else {
      throw ValidationError(
        "the file is older than the last import of \"\(name)\": its newest day is \(day), that of the last import "
          + "\(newest); to import it all the same, add --source \(TypedCommand.shellWord(known.name))")
    }
    let answer = try question.answer(
      to: "The newest day in the file is \(day), that of the last import of \"\(name)\" \(newest). Import it? [y/N]")
    guard answer == "y" || answer == "yes" else {
      console.diagnostics.line("nothing was changed")
      throw ExitCode.failure
    }
  }
}
