import Catalog
import CommandLineKit

struct EditCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", meanings: ["set", "change", "modify", "update", "correct", "fix"],
    abstract: "Change fields of books.",
    discussion: """
      An empty value clears a field: --set publisher=. Sources never overwrite your edits. Changes to several books show
      the first ten differences (all of them with --all) and ask for confirmation. A value that means the same as the
      new one, such as language 'eng' for 'en', is not changed. review=@notes.txt reads the value from a file, review=@-
      from standard input; for a text that begins with @, write @@. Dates can also be '22 Aug 2024', 'today' or
      'yesterday', and reading statuses the words of 'catalog mark'. 'catalog help fields' lists the fields and explains
      how to type lists.

      Without a change, the book opens in your editor (VISUAL or EDITOR), one line for each field; --field opens one
      field.

      --replace replaces matches of a regular expression in a field, or in each entry of a list ('catalog help
      replace').
      """,
    examples: [
      Example("catalog edit 42 rating=4 published=1965-08"),
      Example("catalog edit 42 tags+=classic tags-=loan --set pages=412", "fields as words or as options"),
      Example("catalog edit 42 43 --add tags=classic --yes", "several books"),
      Example("catalog edit 42 review=@notes.txt", "the value is the text of a file"),
      Example("catalog edit 42", "in your editor"),
      Example("catalog edit 42 --field review", "one field in your editor"),
      Example("catalog edit --matching \"author:herbert tag:dune\" --set read-state=read", "all books that match"),
      Example("catalog edit 42 --set authors=\"Frank Herbert; Brian Herbert\"", "semicolons separate list entries"),
      Example(
        #"catalog edit --replace title '/ \(.*#[0-9.]+\)$//' --matching has:series"#, "“(Dune, #1)” from titles"),
    ], group: .editing)

  @Option(help: "Set a field (repeatable).", valueName: "field=value", completion: .values(.assignment)) var set:
    [String] = []
  @Option(help: "Add to authors or tags (repeatable).", valueName: "field=value", completion: .values(.listAssignment))
  var add: [String] = []
  @Option(
    help: "Remove from authors or tags (repeatable).", valueName: "field=value", completion: .values(.listAssignment))
  var remove: [String] = []
  @Option(
    help: "Replace matches of a regular expression (repeatable).", valueNames: ("field", "/pattern/replacement/"),
    completion: .values(.textField))
  var replace: [String] = []
  @Option(help: "Open one field of a book in your editor.", valueName: "field", completion: .values(.field))
  var field: String?
  @Option(help: BookArguments.matchingHelp, valueName: "query", completion: .values(.query)) var matching: String?
  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: BookArguments.help + " A word such as rating=4 sets a field.", valueName: "book",
    completion: .values(.bookOrAssignment))
  var words: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "set": _set, "add": _add, "remove": _remove, "replace": _replace, "field": _field, "matching": _matching,
      "options": _options, "global": _global, "words": _words,
    ]
  }

  mutating func validate() throws {
    let given = EditWords(words)
    if given.books.isEmpty == (matching == nil) {
      throw ValidationError(
        given.books.isEmpty ? "specify books or a query with --matching" : "specify books or use --matching, not both")
    }
    if field != nil, !isForEditor { throw ValidationError("--field opens a field in an editor; omit the changes") }
    if isForEditor, given.books.count != 1 || given.books == ["-"] || matching != nil { throw Self.noChange }
  }

  private static let noChange = ValidationError("no change given; use field=value, such as rating=4")

  /// True if no change is given, so that the book opens in the user's editor.
  private var isForEditor: Bool {
    let given = EditWords(words)
    return (set + add + remove + replace + given.set + given.add + given.remove).isEmpty
  }

  mutating func run() throws {
    let given = EditWords(words)
    if isForEditor {
      guard let editor = EditingSession.editor(global.console) else { throw Self.noChange }
      let books = try ChosenBooks(given.books, matching: nil)
      return try EditingSession(global: global, options: options, field: field).edit(books, with: editor)
    }
    (set, add, remove) = (set + given.set, add + given.add, remove + given.remove)
    let own = try global.ownFields(for: set + add + remove + replacements.map { "\($0.field)=" })
    let changes = try changes(own, isInputTaken: given.books.contains("-"))
    let books = try ChosenBooks(given.books, matching: matching)
    try global.make(options, of: books, own: own) { try $0.edit(books.ids(in: $0.snapshot), changes) }
  }

  /// Returns the requested changes.
  ///
  /// - Parameter isInputTaken: True if the names of the books come from standard input.
  /// - Throws: ``ValidationError`` if an argument is invalid. Also throws it if a field is both set and changed by
  ///   `--replace`, because setting the field would overwrite the replacement.
  private func changes(_ own: OwnFields, isInputTaken: Bool) throws -> [FieldChange] {
    let assignments = try FieldAssignment.changes(
      set: set, add: add, remove: remove, own: own, isInputTaken: isInputTaken)
    let rewritings: [FieldChange] = try replacements.map { field, text in
      .rewrite(try FieldArgument.textField(field, own), .replacing(try TextReplacement(text)))
    }
    let assigned = assignments.compactMap { change in if case .set(let field, _) = change { field } else { nil } }
    if let field = rewritings.map(\.field).first(where: assigned.contains) {
      throw ValidationError("--set and --replace cannot both change \(own.typedName(of: field))")
    }
    return assignments + rewritings
  }

  /// The pairs of arguments given to `--replace`.
  private var replacements: [(field: String, text: String)] {
    stride(from: 0, to: replace.count - 1, by: 2).map { (replace[$0], replace[$0 + 1]) }
  }
}

/// The words after `edit`: names of books, and assignments such as `rating=4`, `tags+=classic` and `tags-=classic`.
private struct EditWords {
  private(set) var books: [String] = []
  private(set) var set: [String] = []
  private(set) var add: [String] = []
  private(set) var remove: [String] = []

  init(_ words: [String]) {
    for word in words {
      guard let name = FieldAssignment.name(in: word), Self.isField(name) else {
        books.append(word)
        continue
      }
      switch name.last {
      case "+": add.append("\(name.dropLast())=\(FieldAssignment.text(in: word))")
      case "-": remove.append("\(name.dropLast())=\(FieldAssignment.text(in: word))")
      default: set.append(word)
      }
    }
  }

  /// Returns true if the text before `=` can be the name of a field, possibly followed by a plus or minus. In a title,
  /// the text before `=` is usually empty or contains a space. The names of user-defined calibre columns begin with
  /// `#`.
  private static func isField(_ name: String) -> Bool {
    let word = name.hasPrefix("#") ? name.dropFirst() : name[...]
    return word.unicodeScalars.first?.properties.isAlphabetic == true
      && word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.+".unicodeScalars.contains($0)
      }
  }
}
