import Catalog
import CommandLineKit

struct AddCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", meanings: ["new", "create", "insert", "scan"],
    abstract: "Add a book by hand, by its ISBN, or from a metadata provider.",
    discussion: """
      An ISBN is enough. The book is added at once, and its title, authors and other fields are filled in when the
      metadata provider answers, or later if there is no network. Until then, the book shows the data in the
      ISBN file, if you have one ('catalog help isbn-file'). '--isbn -' reads ISBNs from standard input, one per
      line, as barcode scanners write them. Books you already have are listed, not added again. A value can be in a file,
      such as review=@notes.txt ('catalog help edit').
      """,
    examples: [
      Example("catalog add \"Dune\" --author \"Frank Herbert\" --isbn 978-0-441-01359-3"),
      Example("catalog add \"Emma\" published=1815 tags=\"classic; english\""),
      Example("catalog add --isbn 9780441013593 9780141439518", "title and authors are filled in"),
      Example("catalog add --isbn - < scanned.txt", "a whole shelf"),
      Example("catalog add --online OL893415W", "a book that 'catalog search --online' found"),
    ], group: .editing)

  @Option(help: "An author (repeatable).", valueName: "name", completion: .values(.author)) var author: [String] = []
  @Option(
    help: "An ISBN of 10 or 13 digits. Without a title: any number of them, or - for standard input.",
    valueName: "isbn")
  var isbn: [String] = []
  @Option(help: "Set a field (repeatable).", valueName: "field=value", completion: .values(.assignment)) var set:
    [String] = []
  @Option(help: "Add the provider's book with this key or ISBN.", valueName: "key") var online: String?
  @Option(help: "How long to wait for metadata (0: don't fetch any).", valueName: "time") var wait = WaitTime.standard
  @Flag(help: "Don't look up ISBNs online; use only the ISBN file.") var offline = false
  @OptionGroup var asked: ProviderOptions
  @OptionGroup(title: "Output") var output: MutationOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The title. A word such as author=Me sets a field.", valueName: "title") var title: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "author": _author, "isbn": _isbn, "set": _set, "online": _online, "wait": _wait, "offline": _offline,
      "asked": _asked,
      "output": _output, "global": _global, "title": _title,
    ]
  }

  /// Sorts the words into titles, fields and ISBNs, and checks that they fit together. This is not a part of
  /// `validate`, because only the catalog knows the user-defined fields.
  private mutating func sortWords(_ own: OwnFields) throws {
    // A word such as `author=Me` sets a field, as in `edit`. If the text before the equals sign is not the name of a
    // field, the word belongs to the title.
    let assigned = title.filter { FieldAssignment.name(in: $0).flatMap(own.field(named:)) != nil }
    (set, title) = (set + assigned, title.filter { !assigned.contains($0) })
    // Allows several ISBNs after one option: `--isbn A B C`.
    if !isbn.isEmpty, title.allSatisfy({ (try? ISBN($0)) != nil }) { (isbn, title) = (isbn + title, []) }
    if offline, online != nil { throw ValidationError("--online cannot be combined with --offline") }
    if online != nil {
      guard title.isEmpty, isbn.isEmpty else {
        throw ValidationError("--online cannot be combined with a title or --isbn")
      }
    } else if title.isEmpty {
      guard !isbn.isEmpty else { throw ValidationError("missing expected argument '<title>'") }
      guard !isbn.contains("-") || isbn.count == 1 else {
        throw ValidationError("--isbn - reads all ISBNs from standard input; omit the others")
      }
    } else if isbn.count > 1 {
      throw ValidationError("a title takes only one ISBN; omit the title to add several books")
    }
  }

  mutating func run() throws {
    let own = try global.ownFields(for: title + set)
    try sortWords(own)
    var fields: [BookField: FieldValue] = [:]
    if !title.isEmpty { fields[.title] = try BookField.title.value(of: title.joined(separator: " ")) }
    if !author.isEmpty { fields[.authors] = try BookField.authors.canonical(.list(author)) }
    if !title.isEmpty, let isbn = isbn.first { fields[.isbn] = try BookField.isbn.value(of: isbn) }
    for assignment in try FieldAssignment.all(set, own: own, isInputTaken: isbn == ["-"]) {
      fields[assignment.field] = try assignment.value()
    }
    let connections = MetadataConnections(environment: global.console.environment)
    if let online {
      let provider = try connections.searchedProvider(asked.provider)
      return try AddOnline(global: global, options: output, fields: fields, provider: provider).run(online)
    }
    guard !title.isEmpty else {
      let isbns = isbn == ["-"] ? nil : try isbn.map { try ISBN($0) }
      let adder = AddByISBN(
        global: global, options: output, fields: fields, provider: try connections.provider(asked.provider),
        wait: offline ? .none : wait, isbnFile: try connections.isbnFile(global.console.diagnostics))
      return try isbns.map(adder.run) ?? adder.runScanner()
    }
    let given = fields
    let catalog = try global.openForWriting(isDryRun: output.dryRun)
    let outcome = try catalog.change(dryRun: output.dryRun) { try $0.add(given) }
    try MutationReport(global: global, options: output).print(outcome)
    if title.count == 1, let isbn = try? ISBN(title[0]) {
      let add = global.commandLine(["add", "--isbn", "\(isbn)"])
      global.console.diagnostics.note("the title looks like an ISBN  (to add the book with this ISBN: \(add))")
    }
    if let id = outcome.books.first, !output.dryRun { try noteAlike(id, in: catalog) }
  }

  /// Prints a note about existing books that the new book may duplicate. The user decides whether to merge them.
  private func noteAlike(_ id: Book.ID, in catalog: BookCatalog) throws {
    let alike = try catalog.read { snapshot in try snapshot.book(id).map(snapshot.ids(like:)) ?? [] }
    guard let first = alike.first else { return }
    let numbers = alike.prefix(3).map { "\($0)" }.joined(separator: ", ") + (alike.count > 3 ? ", …" : "")
    let merge = global.commandLine(["merge", "\(first)", "\(id)"])
    global.console.diagnostics.note("another book has the same title: \(numbers)  (to merge them: \(merge))")
  }
}

extension AddCommand {
  var situation: ErrorSituation? { .addingBook }
}
