import Catalog
import CommandLineKit
import Synchronization

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
  @Option(help: "The catalog file.", valueName: "file", completion: .file(extensions: ["db"])) var db: String?
  @Option(
    name: .customLong("as"), help: "Who makes the changes, and undoes their own.", valueName: "name",
    completion: .values(.person))
  var person: String?
  @Flag(help: "Open the catalog for reading only.") var readOnly = false
  @Option(help: "When to use colours.", valueName: "when") var color: ColorChoice = .auto

  var declarations: ArgumentDeclarations { ["db": _db, "person": _person, "readOnly": _readOnly, "color": _color] }

  mutating func validate() throws {
    if db == "" { throw ValidationError("--db needs the name of a file") }
    if person == "" { throw ValidationError("--as needs a name") }
  }

  var console: Console { Console(color: color) }

  private var location: CatalogLocation { CatalogLocation(option: db, environment: Console.standard.environment) }

  /// The path of the catalog, whether it is there or not.
  var path: String { location.path }

  /// A command as it has to be typed to act on the same catalog: for hints.
  func commandLine(_ words: [String]) -> String { typed.line(words) }

  /// The same for those who outlive the command.
  var typed: TypedCommand { TypedCommand(database: db, person: person) }

  /// Whether there is a catalog.
  var exists: Bool { location.exists }

  /// Opens the catalog for a command that only reads. A catalog that is not there reads as an empty one, and is not made.
  func openForReading() throws -> BookCatalog {
    let location = location
    guard location.exists else { return try openEmpty() }
    return try open(location.path, fills: false)
  }

  /// Opens the catalog for a command that changes it, and makes it if need be.
  ///
  /// - Parameters:
  ///   - isDryRun: whether all is taken back: then a catalog that is not there is not made either, nor an empty file
  ///     filled.
  ///   - needsBooks: whether the command changes what is there already, so that making a catalog would be of no use.
  func openForWriting(isDryRun: Bool = false, needsBooks: Bool = false) throws -> BookCatalog {
    let location = location
    if isDryRun || needsBooks, !readOnly, !location.exists { return try openEmpty() }
    try location.makeFolder()
    let catalog = try open(location.path, fills: !isDryRun && !needsBooks).noting(command: TypedCommand.ofProcess)
    StoredChanges.watch(catalog)
    return catalog
  }

  /// Reads the catalog for what only helps whoever types: `nil` without one that can be read at once. Nothing is made, upgraded,
  /// waited for or said.
  func glance<Result>(_ body: (CatalogSnapshot) throws -> Result) -> Result? {
    BookCatalog.glance(at: location.path, as: actingPerson, body)
  }

  private func openEmpty() throws -> BookCatalog {
    console.diagnostics.hint(
      "there is no catalog at \(path) yet: \(typed.makeCatalog)")
    return try acting(in: TemporaryEmptyCatalog.open())
  }

  /// The catalog in which the person acts whom the option names, else the environment.
  private func acting(in catalog: BookCatalog) throws -> BookCatalog { try actingPerson.map(catalog.acting) ?? catalog }

  private var actingPerson: String? {
    person ?? Console.standard.environment["CATALOG_PERSON"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// - Parameter fills: whether a catalog is made where there is none: no file, or an empty one.
  private func open(_ path: String, fills: Bool) throws -> BookCatalog {
    var options = BookCatalog.Options()
    options.createsFile = fills
    options.isReadOnly = readOnly
    let catalog = try BookCatalog.open(path, options: options)
    noteUpgrade(of: catalog)
    finishIndexing(catalog)
    return try acting(in: catalog).telling(ScanBar(console.diagnostics).show)
  }

  /// Says why the file is another one now. A command may open it more than once, and says so once.
  private func noteUpgrade(of catalog: BookCatalog) {
    guard let upgrade = catalog.upgrade, Self.toldUpgrades.withLock({ $0.insert(upgrade.copy).inserted }) else {
      return
    }
    console.diagnostics.note(
      "\(catalog.path) was made by an older version and has been upgraded (schema \(upgrade.from) to \(upgrade.to)); "
        + "as it was it is in \(upgrade.copy)")
    for change in upgrade.changes { console.diagnostics.note("upgrade: \(change)") }
  }

  private static let toldUpgrades = Mutex<Set<String>>([])

  /// So many books are searched one by one while they are not indexed.
  private static let fewUnindexed = 10_000

  /// Search would miss what an upgrade of a large catalog, or an import that was killed, has left: it is indexed before anything
  /// else. What fails here is left to the next command; search says what it does not know.
  private func finishIndexing(_ catalog: BookCatalog) {
    guard let total = try? catalog.unindexedBooks(), total > Self.fewUnindexed else { return }
    console.diagnostics.line("indexing \(total.counted("book")) for search, once")
    let diagnostics = console.diagnostics
    let bar = ProgressBar(
      "Indexing", unit: "books", total: total, stream: diagnostics.stream, settings: diagnostics.settings)
    defer { bar.finish() }
    try? catalog.finishIndexing { left in bar.update(done: max(0, total - left)) }
  }
}

extension ColorChoice: ExpressibleByArgument {}
