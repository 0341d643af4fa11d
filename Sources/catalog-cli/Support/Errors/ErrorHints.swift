import Catalog
import CatalogSources
import Platform

/// Advice for error messages. The libraries do not know the program's commands and options, so their errors cannot
/// mention them. This type adds advice that does. If no command or option would help, it returns the library's own
/// hint.
struct ErrorHints {
  /// The `catalog` command line that selects the same catalog.
  let command: TypedCommand
  /// The action that the user requested; `nil` if the advice does not depend on it.
  let situation: ErrorSituation?

  init(_ command: TypedCommand, _ situation: ErrorSituation? = nil) {
    self.command = command
    self.situation = situation
  }

  /// Returns the message for an error, including the advice, as one line.
  func text(of error: any Error) -> String {
    switch error {
    case let error as CatalogError: error.description(advising: hint(for: error))
    case let error as CommandError: error.description + Self.inBrackets(error.hint(command))
    case let error as ImportError: error.description + Self.inBrackets(hint(for: error))
    case let error as InvalidValue: error.description + Self.inBrackets(hint(for: error))
    case let error as InputError where error.code == .isDirectory:
      error.message + Self.inBrackets(addFolder(error.path))
    default: String(describing: error)
    }
  }

  private static func inBrackets(_ hint: String?) -> String { hint.map { " (\($0))" } ?? "" }

  private func hint(for error: CatalogError) -> String? {
    switch (error.code, error.remedy) {
    case (_, .repair): "run \(command.quoted("check", "--repair"))"
    case (_, .restoreBackup): "restore a backup: \(command.quoted("restore", "FILE"))"
    case (_, .chooseAnotherFile) where isRestoring:
      "use a file created by \(command.quoted("backup", "FILE"))"
    case (.notACatalog, .chooseAnotherFile): "choose another file with --db"
    case (_, .chooseAnotherFile): "choose another file with --db, or restore a backup"
    case (_, .openForWriting): "try without --read-only"
    case (.newer, nil): "update Catalog"
    case (.noSuchSource, nil): error.hint ?? command.listSources
    case (.noSuchBook, nil): isAddingBook ? onlineKeys(error) : error.hint ?? command.findBook
    case (.nothingToDo, nil): error.hint ?? whereToLook
    default: error.hint
    }
  }

  private var isAddingBook: Bool { if case .addingBook = situation { true } else { false } }

  private var isRestoring: Bool { if case .restoring = situation { true } else { false } }

  /// Returns the hint for an unknown book while a book is being added. The unknown name is then a provider's key, not
  /// the number of a book in the catalog.
  private func onlineKeys(_ error: CatalogError) -> String? {
    error.hint.map { "\($0): \(command.quoted("search", "--online", "WORDS")) lists them" }
  }

  /// A hint with a command that shows the user why there is nothing to do.
  private var whereToLook: String? {
    switch situation {
    case .reverting(let field, let book):
      field.isPersonal
        ? "\(command.quoted("edit", book)) changes it" : "\(command.quoted("why", book)) shows what you edited"
    case .splitting(let book): "\(command.quoted("why", book)) lists its sources"
    case .resolvingConflict: "\(command.quoted("conflicts")) lists all conflicts"
    default: nil
    }
  }

  /// Returns a hint with the command that adds a folder as a source.
  private func addFolder(_ path: String) -> String {
    let kind = access("\(path)/metadata.db", F_OK) == 0 ? "calibre-library" : "folder"
    return "add a folder as a source: \(command.quoted("source", "add", "NAME", kind, path))"
  }

  private func hint(for error: ImportError) -> String? {
    switch error {
    case .noText(.database):
      "add a calibre library as a source: \(command.quoted("source", "add", "NAME", "calibre-library", "FOLDER"))"
    case .noText(.archive):
      "save a workbook as CSV; add e-books as a source: \(command.quoted("source", "add", "NAME", "folder", "FOLDER"))"
    case .noText(.other): nil
    case .noTitleColumn: "choose one with --map title=COLUMN"
    case .needsSourceName: "choose one with --source NAME"
    case .noBooks(_, let format): makingBooks(of: format)
    case .noSuchColumn, .fieldNamedTwice, .empty: nil
    }
  }

  /// Returns a hint with the command that imports the articles of a bibliography as books; `nil` for other formats.
  private func makingBooks(of format: ImportFormat) -> String? {
    let change: String? =
      switch format {
      case .bibtex: "s/^@article/@book/"
      case .ris: "s/^TY  - JOUR/TY  - BOOK/"
      case .cslJSON: "s/\"article-journal\"/\"book\"/"
      default: nil
      }
    return change.map {
      "to import them as books: sed '\($0)' FILE | "
        + command.line(["import", "-", "--format", format.rawValue, "--source", "NAME"])
    }
  }

  private func hint(for error: InvalidValue) -> String? {
    switch error.subject {
    case "address": break
    case "account": return "\(command.quoted("serve", "user", "list")) lists the accounts"
    case "device": return "\(command.quoted("serve", "device", "list")) lists the devices"
    default: return nil
    }
    switch situation {
    case .addingSource(let name, let kind, let url):
      return SourceLocation.withoutCredentials(url).map {
        "\(command.quoted("source", "add", name, kind, $0, "--user", "USER")) asks for the password"
      }
    case .changingSource(let name, let url):
      return url.flatMap(SourceLocation.withoutCredentials).map {
        "\(command.quoted("source", "set", name, "--url", $0, "--user", "USER")) asks for the password"
      }
    default: return nil
    }
  }
}

extension SourceFailure {
  /// Returns the failure of a source as text, with its remedy.
  ///
  /// - Parameter command: The `catalog` command line that selects the same catalog.
  func text(of source: String, _ command: TypedCommand) -> String {
    let hint =
      switch remedy {
      case .giveCredentials: command.line(["source", "set", source, "--user", "NAME"])
      case .allowRemovals: "if this is intended: \(command.line(["refresh", source, "--allow-removals"]))"
      case nil: self.hint
      }
    let prefix = subject == source ? "" : "\(source): "
    return "\(prefix)\(subject): \(cause)" + (hint.map { " (\($0))" } ?? "")
  }
}

/// The action that the user requested. Some error messages depend on it.
enum ErrorSituation {
  /// Adding a book. If the book is unknown, its name is a provider's key.
  case addingBook
  case reverting(BookField, book: String)
  case splitting(book: String)
  case resolvingConflict
  case addingSource(name: String, kind: String, url: String)
  case changingSource(name: String, url: String?)
  case restoring
}
