import Catalog
import CatalogSources
import CommandLineKit

/// The choice of the source to which an imported file's records belong.
struct ImportSourceChoice {
  /// The name given by the user; `nil` if there is none.
  let name: String?
  /// True to create a new source, even if the file updates an existing source.
  let isNew: Bool
  let console: Console

  /// Returns the name of the source for a file. This is the name given by the user, or else the name of the existing
  /// source that the file updates. If there is neither, the name is derived from the file's name. A number is added if
  /// another file already uses that name.
  ///
  /// - Throws: ``CommandError/olderImport(source:day:newest:)`` if the file is older than the last import and there is
  ///   no terminal at which to ask; `ExitCode` if the user declines.
  func name(of scan: ImportScan?, at location: String?, in catalog: BookCatalog) throws -> String {
    if let name { return name }
    guard let location else { return "standard-input" }
    let preferred = ImportInput.sourceName(ofFile: location)
    if !isNew, let known = try known(scan, at: location, in: catalog) {
      if let newest = known.newest, scan?.isOlder(than: newest) == true { try confirmOlder(known, scan, newest) }
      if known.location == location {
        noteOther(known.name, than: preferred)
      } else if known.isCertain {
        console.diagnostics.note("updating source \(Self.words(for: known)); use --new-source for a separate source")
      }
      return known.name
    }
    let name = try catalog.read { try $0.importName(preferred, location: isNew ? "" : location) }
    noteOther(name, than: preferred)
    return name
  }

  private func noteOther(_ name: String, than preferred: String) {
    if name != preferred { console.diagnostics.note("the source is named \(name) (choose a name with --source NAME)") }
  }

  private func known(_ scan: ImportScan?, at location: String, in catalog: BookCatalog) throws -> KnownImport? {
    if let known = try catalog.read({ try $0.importSource(at: location) }) { return known }
    guard let scan, let known = try catalog.read({ try $0.importSource(of: scan) }) else { return nil }
    if known.isCertain { return known }
    let question = Question(console: console)
    guard question.isInteractive else {
      console.diagnostics.hint(
        "the file contains books of source \(Self.words(for: known)); to update that source, use "
          + "--source \(TypedCommand.shellWord(known.name))")
      return nil
    }
    // The source may contain someone else's books, so only an explicit yes counts.
    return try isYes(
      question.answer(to: "The file contains books of source \(Self.words(for: known)). Update that source? [y/N]"))
      ? known : nil
  }

  /// Returns the name of a source in quotes, with the day of its last import if that is known.
  private static func words(for known: KnownImport) -> String {
    "\"\(VisibleText.forTerminal(known.name))\"" + (known.lastImported.map { " (last imported \($0))" } ?? "")
  }

  private func isYes(_ answer: String?) -> Bool { answer == "y" || answer == "yes" }

  private func confirmOlder(_ known: KnownImport, _ scan: ImportScan?, _ newest: PartialDate) throws {
    let name = VisibleText.forTerminal(known.name)
    let day = scan?.newest?.description ?? ""
    let question = Question(console: console)
    guard question.isInteractive else {
      throw CommandError.olderImport(source: known.name, day: day, newest: newest)
    }
    let answer = try question.answer(
      to: "The file is older than the last import of \"\(name)\": its latest date is \(day), but the last import "
        + "contained dates up to \(newest). Import it anyway? [y/N]")
    guard isYes(answer) else {
      console.diagnostics.line("nothing was changed")
      throw ExitCode.failure
    }
  }
}
