import Catalog
import CatalogSources
import CommandLineKit

/// The options that choose the columns and the form of a list, unless it is printed as JSON.
struct ListFormOptions: ParsableArguments {
  @Option(
    help: "Show these columns, such as title,mine,shelf; title:30 limits the width to 30.", valueName: "names",
    completion: .values(.columns))
  var columns: String?
  @Flag(help: "Print CSV, with a header.") var csv = false
  @Option(help: "Print a custom line for each book, such as '{title} ({year})'.", valueName: "template")
  var format: String?

  var declarations: ArgumentDeclarations { ["columns": _columns, "csv": _csv, "format": _format] }

  /// True if any of these options was given.
  var isChosen: Bool { columns != nil || csv || format != nil }

  func validate(_ output: JSONOptions, _ metadata: MetadataOptions) throws {
    if output.isJSON, isChosen { throw ValidationError("for JSON, choose fields with --json=id,title") }
    if format != nil, columns != nil || csv {
      throw ValidationError("--format cannot be combined with \(csv ? "--csv" : "--columns")")
    }
    if metadata.with != nil, csv || format != nil {
      throw ValidationError("--with metadata cannot be combined with \(csv ? "--csv" : "--format")")
    }
    _ = try format.map(ListTemplate.init)
    if let columns, columns.allSatisfy({ $0 == "," || $0.isWhitespace }) {
      throw ValidationError("--columns needs names, such as title,mine,shelf")
    }
  }

  /// The options as words of a command line.
  var words: [String] {
    (columns.map { ["--columns", $0] } ?? []) + (csv ? ["--csv"] : []) + (format.map { ["--format", $0] } ?? [])
  }

  /// Returns the form to print. Without options, a terminal shows the columns from the user's settings. A pipe or file
  /// always receives the same columns.
  ///
  /// - Throws: ``ValidationError`` if an option contains an unknown name.
  func form(_ catalog: BookCatalog, _ console: Console) throws -> ListForm {
    if let format {
      let template = try ListTemplate(format)
      return .lines(try template.lines(template.hasOwn ? catalog.read { try $0.fields() } : OwnFields()))
    }
    if let columns {
      let own = try ownFields(columns, catalog)
      let chosen = try ListColumn.columns(columns, own) { name in
        throw ValidationError(unknown: "column", name, known: ListValue.names(with: own))
      }
      return csv ? .csv(chosen, own) : .table(chosen)
    }
    if csv { return .csv(ListColumn.csv, OwnFields()) }
    guard console.isTerminal else { return .table(ListColumn.plain) }
    return .table(try settledColumns(catalog, console) ?? ListColumn.standard)
  }

  /// Returns the columns from the user's settings; `nil` if there are none. Catalogs can have different user-defined
  /// fields, so unknown columns are omitted with a note.
  private func settledColumns(_ catalog: BookCatalog, _ console: Console) throws -> [ListColumn]? {
    let settings = try Settings(environment: console.environment)
    guard let list = settings.columns else { return nil }
    do {
      let own = try ownFields(list, catalog)
      let columns = try ListColumn.columns(list, own) { name in
        let nearest = suggestion(for: name, among: ListValue.names(with: own)).map { "; did you mean '\($0)'?" } ?? ""
        console.diagnostics.note("\(settings.path): unknown column \(quoted(name))\(nearest)")
      }
      return columns.isEmpty ? nil : columns
    } catch let error as ValidationError {
      throw CommandError.unusableColumns(path: settings.path, problem: error.message)
    }
  }

  private func ownFields(_ columns: String, _ catalog: BookCatalog) throws -> OwnFields {
    ListColumn.hasOwn(columns) ? try catalog.read { try $0.fields() } : OwnFields()
  }
}

/// The form of a printed list of books.
enum ListForm {
  case table([ListColumn])
  /// CSV with a header.
  ///
  /// - Parameter own: The user-defined fields, whose names are needed in the header.
  case csv([ListColumn], _ own: OwnFields)
  case lines(ListTemplateLines)
}
