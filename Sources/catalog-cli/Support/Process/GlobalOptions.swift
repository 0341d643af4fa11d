import Catalog
import CommandLineKit
import Platform
import Synchronization

/// The options that all commands share.
struct GlobalOptions: ParsableArguments {
  @Option(help: "The catalog file.", valueName: "file", completion: .file(extensions: ["db"])) var db: String?
  @Option(
    name: .customLong("as"), help: "Your name, if several people use the catalog.", valueName: "name",
    completion: .values(.person))
  var person: String?
  @Flag(help: "Open the catalog read-only.") var readOnly = false
  @Option(help: "When to use colours.", valueName: "when") var color: ColorChoice = .auto

  var declarations: ArgumentDeclarations { ["db": _db, "person": _person, "readOnly": _readOnly, "color": _color] }

  mutating func validate() throws {
    if db == "" { throw ValidationError("--db needs the name of a file") }
    if person == "" { throw ValidationError("--as needs a name") }
  }

  var console: Console { Console(color: color) }

  private var location: CatalogLocation { CatalogLocation(option: db, environment: Console.standard.environment) }

  /// The path of the catalog, even if the catalog does not exist.
  var path: String { location.path }

  /// Returns a command line for the same catalog, used in hints.
  func commandLine(_ words: [String]) -> String { typed.line(words) }

  /// A writer of command lines for the same catalog, used in hints. It does not depend on these options.
  var typed: TypedCommand { TypedCommand(database: db, person: person) }

  /// True if the catalog exists.
  var exists: Bool { location.exists }

  /// Opens the catalog for a command that only reads it. A missing catalog is not created; the command sees an empty
  /// catalog instead.
  func openForReading() throws -> BookCatalog {
    let location = location
    guard location.exists else { return try openEmpty() }
    return try open(location.path, fills: false)
  }

  /// Opens the catalog for a command that changes it. Creates the catalog if necessary.
  ///
  /// - Parameters:
  ///   - isDryRun: True if all changes are rolled back. In this case, a missing catalog is not created, and an empty
  ///     file is not initialised.
  ///   - needsBooks: True if the command changes existing books. In this case, a missing catalog is not created either.
  func openForWriting(isDryRun: Bool = false, needsBooks: Bool = false) throws -> BookCatalog {
    let location = location
    if isDryRun || needsBooks, !readOnly, !location.exists { return try openEmpty() }
    try location.makeFolder()
    let catalog = try open(location.path, fills: !isDryRun && !needsBooks).recording(command: TypedCommand.ofProcess)
    StoredChanges.watch(catalog)
    return catalog
  }

  /// Reads the catalog for completion in a shell. Returns `nil` if the catalog cannot be read immediately. This method
  /// never creates or upgrades the catalog, never waits for other processes, and prints nothing.
  func glance<Result>(_ body: (CatalogSnapshot) throws -> Result) -> Result? {
    BookCatalog.glance(at: location.path, as: actingPerson, body)
  }

  private func openEmpty() throws -> BookCatalog {
    console.diagnostics.hint(
      "no catalog at \(path) yet; \(typed.makeCatalog)")
    return try acting(in: TemporaryEmptyCatalog.open())
  }

  /// Returns the catalog as used by the person named by `--as` or by the environment variable.
  private func acting(in catalog: BookCatalog) throws -> BookCatalog { try actingPerson.map(catalog.acting) ?? catalog }

  private var actingPerson: String? {
    person ?? Console.standard.environment["CATALOG_PERSON"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Opens the catalog.
  ///
  /// - Parameter fills: True to create the catalog if its file is missing or empty.
  private func open(_ path: String, fills: Bool) throws -> BookCatalog {
    var options = BookCatalog.Options()
    options.createsFile = fills
    options.isReadOnly = readOnly
    let catalog = try BookCatalog.open(path, options: options)
    noteUpgrade(of: catalog)
    finishIndexing(catalog)
    return try acting(in: catalog).reportingProgress(ScanBar(console.diagnostics).show)
  }

  /// Reports an upgrade of the catalog's file. A command may open the file several times, but the upgrade is reported
  /// only once.
  private func noteUpgrade(of catalog: BookCatalog) {
    guard let upgrade = catalog.upgrade, Self.reportedUpgrades.withLock({ $0.insert(upgrade.copy).inserted }) else {
      return
    }
    console.diagnostics.note(
      "upgraded \(catalog.path) from an older version (schema \(upgrade.from) to \(upgrade.to)); "
        + "the original is in \(upgrade.copy)")
    for change in upgrade.changes { console.diagnostics.note("upgrade: \(change)") }
  }

  private static let reportedUpgrades = Mutex<Set<String>>([])

  /// The maximum number of unindexed books that a search may scan one by one. If there are more, they are indexed when
  /// the catalog is opened.
  private static let maxUnindexed = 10_000

  /// Indexes the books that an upgrade or an interrupted import has left unindexed. Otherwise, searches would not find
  /// them. If indexing fails, the next command tries again, and searches report the number of unindexed books.
  private func finishIndexing(_ catalog: BookCatalog) {
    guard let total = try? catalog.unindexedBooks(), total > Self.maxUnindexed else { return }
    console.diagnostics.line("indexing \(total.counted("book")) for search (only once)")
    let diagnostics = console.diagnostics
    let bar = ProgressBar(
      "Indexing", unit: "books", total: total, stream: diagnostics.stream, settings: diagnostics.settings)
    defer { bar.finish() }
    try? catalog.finishIndexing { left in bar.update(done: max(0, total - left)) }
  }
}

extension ColorChoice: ExpressibleByArgument {}

/// An empty catalog in a private folder, used when the catalog is missing.
enum TemporaryEmptyCatalog {
  /// Opens the catalog. Its folder is removed immediately, but the open file remains usable until the process ends. The
  /// catalog supports one reader, and one writer for dry runs.
  static func open() throws -> BookCatalog {
    let folder = try PrivateFolder()
    return try withExtendedLifetime(folder) {
      let catalog = try BookCatalog.open(folder.path + "/catalog.db")
      _ = try catalog.read { try $0.count() }
      try catalog.write { _ in }
      return catalog
    }
  }
}

/// A command that works on a catalog.
protocol CatalogCommand: ParsableCommand {
  var global: GlobalOptions { get }
  /// The action that the user requested; `nil` if error messages do not depend on it.
  var situation: ErrorSituation? { get }
}

extension CatalogCommand {
  var situation: ErrorSituation? { nil }
}
