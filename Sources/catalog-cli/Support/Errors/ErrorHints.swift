import Catalog
import CatalogSources

/// What to type about an error of the library, which knows no command and no option. A hint of the library's own is given
/// where there is nothing to type.
struct ErrorHints {
  static let findBook = "try 'catalog search …' to find its number"
  static let listSources = "'catalog source list' names them"
  static let addSource = "'catalog source add NAME KIND URL' adds one"

  /// What was asked for, where it is known and matters.
  var situation: ErrorSituation?

  /// An error as one line.
  func text(of error: any Error) -> String {
    switch error {
    case let error as CatalogError: error.description(advising: hint(for: error))
    case let error as ImportError: error.description + (hint(for: error).map { " (\($0))" } ?? "")
    case let error as InvalidValue: error.description + (hint(for: error).map { " (\($0))" } ?? "")
    default: String(describing: error)
    }
  }

  private func hint(for error: CatalogError) -> String? {
    switch (error.code, error.remedy) {
    case (_, .repair): "run 'catalog check --repair'"
    case (_, .restoreBackup): "restore a backup: 'catalog restore FILE'"
    case (.notACatalog, .chooseAnotherFile): "choose another file with --db"
    case (_, .chooseAnotherFile): "choose another file with --db, or restore a backup"
    case (_, .openForWriting): "leave --read-only out"
    case (.newer, nil): "update catalog"
    case (.noSuchSource, nil): error.hint ?? Self.listSources
    case (.noSuchBook, nil): isAddingBook ? Self.onlineKeys(error) : Self.findBook
    case (.nothingToDo, nil): error.hint ?? whereToLook
    default: error.hint
    }
  }

  private var isAddingBook: Bool { if case .addingBook = situation { true } else { false } }

  /// Of a book to be added no number is looked for, but the provider's key.
  private static func onlineKeys(_ error: CatalogError) -> String? {
    error.hint.map { "\($0): 'catalog search --online' shows them" }
  }

  /// What shows why there is nothing to do.
  private var whereToLook: String? {
    switch situation {
    case .reverting(let field, let book):
      field.isPersonal ? "'catalog edit' changes it" : "'catalog why \(book)' shows what you edited"
    case .splitting(let book): "'catalog why \(book)' names its sources"
    case .resolvingConflict: "'catalog conflicts' lists what there is to decide"
    default: nil
    }
  }

  private func hint(for error: ImportError) -> String? {
    switch error {
    case .noTitleColumn: "name it: --map title=COLUMN"
    case .needsSourceName: "name it with --source NAME"
    case .noSuchColumn, .empty: nil
    }
  }

  private func hint(for error: InvalidValue) -> String? {
    guard error.subject == "address" else { return nil }
    switch situation {
    case .addingSource(let name, let kind, let url):
      return SourceLocation.withoutCredentials(url).map {
        "'catalog source add \(name) \(kind) \($0) --user USER' asks for the password"
      }
    case .changingSource(let name, let url):
      return url.flatMap(SourceLocation.withoutCredentials).map {
        "'catalog source set \(name) --url \($0) --user USER' asks for the password"
      }
    default: return nil
    }
  }
}

extension SourceFailure {
  /// What failed of a source, and what to type.
  ///
  /// - Parameter command: what is typed is to act on the same catalog.
  func text(of source: String, _ command: TypedCommand) -> String {
    let hint =
      switch remedy {
      case .giveCredentials: command.line(["source", "set", source, "--user", "NAME"])
      case .allowRemovals: "if that is right: \(command.line(["refresh", source, "--allow-removals"]))"
      case nil: self.hint
      }
    let prefix = subject == source ? "" : "\(source): "
    return "\(prefix)\(subject): \(cause)" + (hint.map { " (\($0))" } ?? "")
  }
}
