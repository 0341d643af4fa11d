import Catalog
import CatalogSources
import CommandLineKit
import Platform

struct RenameCommand: CatalogCommand {
  /// A field whose values can be renamed in all books at once.
  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case author, tag, series, language

    var grouping: BookGrouping {
      switch self {
      case .author: .author
      case .tag: .tag
      case .series: .series
      case .language: .language
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename an author, a tag, a series or a language in all books that have it.",
    discussion: """
      All books are renamed in one step. A book that has both names keeps only the new one. The changes are shown
      first, and you are asked to confirm if there are several books. Type names exactly; 'catalog tree --by author'
      shows them.

      --spellings suggests merging names that differ only in case, accents or punctuation, and for authors also in
      initials or as “Last, First”. For languages, it suggests one code instead of several: en, eng and en-GB. The
      spelling that most books have is kept.
      """,
    examples: [
      Example(#"catalog rename tag sci-fi "science fiction""#),
      Example(#"catalog rename author "Tolkien, J.R.R." "J. R. R. Tolkien" --dry-run"#, "preview the changes"),
      Example("catalog rename author --spellings", "unify the spelling of each author"),
      Example("catalog rename language --spellings", "use one code for each language"),
    ], group: .editing)

  @Flag(help: "Suggest merging different spellings of the same name.") var spellings = false
  @Flag(help: "Change several books without confirmation.") var yes = false
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup(title: "Output") var differences: DifferenceOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The kind of name: author, tag, series or language.", valueName: "what") var subject: Subject
  @Argument(help: "The current name.", valueName: "old", completion: .values(.renamed)) var old: String?
  @Argument(help: "The new name.", valueName: "new", completion: .values(.renamed)) var new: String?

  var declarations: ArgumentDeclarations {
    [
      "spellings": _spellings, "yes": _yes, "output": _output, "differences": _differences, "global": _global,
      "subject": _subject, "old": _old, "new": _new,
    ]
  }

  mutating func validate() throws {
    if spellings {
      if old != nil { throw ValidationError("specify a name or use --spellings, not both") }
      if output.json, !yes, !output.dryRun { throw ValidationError("--spellings --json needs --yes or --dry-run") }
    } else if new == nil {
      throw ValidationError("specify the old and the new name, or use --spellings")
    }
  }

  mutating func run() throws {
    let catalog = try global.openForWriting(isDryRun: output.dryRun, needsBooks: true)
    if let old, let new { return try rename(old, to: new, in: catalog) }
    guard let chosen = try chosenSpellings(in: catalog) else { return }
    var names: [String: String] = [:]
    for group in chosen {
      for other in group.others { names[other.name] = group.kept.name }
    }
    try change(names, in: catalog, isConfirmed: true) { Self.write(chosen, to: &$0) }
  }

  private func rename(_ old: String, to new: String, in catalog: BookCatalog) throws {
    let grouping = subject.grouping
    let (isThere, others) = try catalog.read { snapshot in
      (try !snapshot.ids(in: grouping, old).isEmpty, try snapshot.ids(in: grouping, new).count)
    }
    guard isThere else {
      let labels = try catalog.read { try $0.groups(by: grouping) }.compactMap(\.label)
      throw CommandError.noGroup(subject.rawValue, old, nearest: Self.nearest(old, among: labels))
    }
    if others > 0, old != new, !output.json {
      try global.console.line("“\(new)” already exists with \(others.counted("book")); both will be merged")
    }
    try change([old: new], in: catalog, isConfirmed: false)
  }

  /// Returns the label that is most similar to a name; `nil` if none is similar enough.
  private static func nearest(_ name: String, among labels: [String]) -> String? {
    let letters = Fold.letters(of: name)
    return labels.first { Fold.letters(of: $0) == letters } ?? suggestion(for: name, among: labels)
  }

  private func change(
    _ names: [String: String], in catalog: BookCatalog, isConfirmed: Bool, more: (inout JSONWriter) -> Void = { _ in }
  ) throws {
    let report = MutationReport(global: global, options: output)
    let grouping = subject.grouping
    let dryRun = try catalog.change(dryRun: true) { try $0.rename(names, of: grouping) }
    if !isConfirmed { try report.printDifferences(dryRun, own: OwnFields(), isWhole: differences.all) }
    if output.dryRun || dryRun.step == nil { return try report.print(dryRun, more: more) }
    if dryRun.books.count > 1, !isConfirmed {
      try Confirmation(console: global.console, isGiven: yes).require("Change \(dryRun.books.count.grouped) books")
    }
    try report.print(catalog.change(dryRun: false) { try $0.rename(names, of: grouping) }, more: more)
  }

  private static func write(_ groups: [NameSpellings.Group], to json: inout JSONWriter) {
    json.array("spellings") { json in
      for group in groups {
        json.object { json in
          json.key("kept")
          write(group.kept, to: &json)
          json.array("others") { json in
            for other in group.others { write(other, to: &json) }
          }
        }
      }
    }
  }

  private static func write(_ spelling: NameSpellings.Spelling, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", spelling.name)
      json.member("count", spelling.count)
    }
  }
}
