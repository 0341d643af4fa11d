import Catalog
import CommandLineKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What goes wrong in the command itself. What goes wrong below it are the library's errors, for which ``ErrorHints`` says
/// what to type.
enum CommandError: Error, Equatable {
  /// What stands where a file is to be written.
  enum Obstacle {
    case catalog, input, folder, notAFile, file
  }

  /// There is no file that could be checked, backed up, restored.
  case noFile(verb: String, path: String)
  case nothingToWatch(path: String)
  /// The file of a catalog that is watched or served is not the one any more that was opened.
  case openedFileMissing(verb: String, path: String, cause: String)
  case damagedBeforeRestore(path: String, cause: String)
  case noBook(String)
  case noStep(HistoryStep.ID)
  /// - Parameter query: as it was typed; empty without one.
  case nothingToPick(String)
  /// It was there when its title was being typed.
  case bookMissing(title: String)
  /// Of books that were to become one, one is gone, or all that were to be changed are.
  case selectedBooksGone
  /// Of books that were compared, one is another by now.
  case comparedBookChanged
  /// What a source says of a book, or the user, is another thing than what was seen.
  case conflictChanged(title: String)
  case notInList(name: String, id: Book.ID, query: String)
  /// - Parameter provider: as people know it.
  case noCover(id: Book.ID, title: String, provider: String)
  case coverNotAsked(id: Book.ID, title: String)
  case noISBNFile(path: String)
  case notInISBNFile(String, path: String)
  case notAFile(path: String)
  case notAttached(String, book: Book.ID, isOfSource: Bool)
  /// - Parameter type: the ending that was asked for.
  case noBookFile(id: Book.ID, type: String?)
  case bookFileMissing(path: String)
  /// - Parameter place: a path or an address with a control character.
  case unsafeBookFile(_ place: String)
  case noProgram(String, errno: Int32)
  case noSource(String, nearest: String?)
  /// - Parameter kind: what it is the name of: an author.
  case noGroup(_ kind: String, String, nearest: String?)
  /// A file is older than the last one that was imported as a source.
  ///
  /// - Parameters:
  ///   - day: The newest day in the file.
  ///   - newest: The newest day in the last one.
  case olderImport(source: String, day: String, newest: PartialDate)
  case noSourcesToRefresh
  /// - Parameter problem: what looks like a condition of a query and is none.
  case unclearQuery(_ problem: String)
  /// - Parameters:
  ///   - path: the file of the settings.
  ///   - problem: what is wrong with the columns that it names.
  case unusableColumns(path: String, problem: String)
  case outputInTheWay(path: String, Obstacle)
  case outputFailed(path: String, errno: Int32)
  case folderNotMade(path: String, errno: Int32)
  case noTerminalLibrary(terminal: String, problem: String)
  case unusableTerminal(String, cause: String)
  case tooFewFiles
  case tooFewThreads
}

extension CommandError: CustomStringConvertible {
  /// What failed, on what and why. What to do says ``hint(_:)``.
  var description: String {
    switch self {
    case .noFile(let verb, let path): "cannot \(verb) \(path): there is no such file"
    case .nothingToWatch(let path): "cannot watch \(path): there is no such file"
    case .openedFileMissing(let verb, let path, let cause): "cannot \(verb) \(path): \(cause)"
    case .damagedBeforeRestore(let path, let cause): "cannot restore into \(path): \(cause)"
    case .noBook(let name): "no book \(name)"
    case .noStep(let step): "there is no step \(step)"
    case .nothingToPick(let query):
      query.isEmpty ? "there is no book that you have not read" : "no book matches \(query)"
    case .bookMissing(let title): "“\(title)” is not in the catalog any more"
    case .selectedBooksGone: "books that were selected are not in the catalog any more: nothing was changed"
    case .comparedBookChanged: "one of the books has changed: nothing was decided; these are the books now"
    case .conflictChanged(let title):
      "“\(title)” is in conflict about something else by now: nothing was decided; this is the conflict now"
    case .notInList(let name, _, let query): "book \(name) does not match \(query)"
    case .noCover(let id, let title, let provider):
      "cannot find a cover of \(id) “\(title)”: \(provider) has none"
    case .coverNotAsked(let id, let title):
      "cannot find a cover of \(id) “\(title)” on this machine, and nobody was asked for one"
    case .noISBNFile(let path): "there is no ISBN file at \(path)"
    case .notInISBNFile(let isbn, let path): "\(path) has no ISBN \(isbn)"
    case .notAFile(let path): "cannot attach \(path): it is no regular file"
    case .notAttached(let file, let id, let isOfSource):
      isOfSource
        ? "cannot detach \(file): a source has it, and it was not attached" : "\(file) is not attached to book \(id)"
    case .noBookFile(let id, let type): "book \(id) has no \(type.map { "\($0) file" } ?? "file")"
    case .bookFileMissing(let path): "cannot open \(path): it is not there any more"
    case .unsafeBookFile(let place): "cannot open \(place): its name holds a control character"
    case .noProgram(let program, let number): "cannot start \(program): \(Self.reason(number))"
    case .noSource(let name, _): "no source \(name)"
    case .noGroup(let kind, let name, _): "no book has the \(kind) “\(name)”"
    case .olderImport(let source, let day, let newest):
      "the file is older than the last import of \(source): its newest day is \(day), that of the last import \(newest)"
    case .noSourcesToRefresh: "there are no sources to refresh"
    case .unclearQuery(let problem): "cannot tell which books are meant: \(problem)"
    case .unusableColumns(let path, let problem): "cannot use the columns in \(path): \(problem)"
    case .outputInTheWay(let path, let obstacle): "cannot write \(path): \(obstacle.words)"
    case .outputFailed(let path, let number): "cannot write \(path): \(Self.reason(number))"
    case .folderNotMade(let path, let number): "cannot make \(path): \(Self.reason(number))"
    case .noTerminalLibrary(let terminal, let cause), .unusableTerminal(let terminal, let cause):
      "cannot show a screen on \(terminal.isEmpty ? "a terminal without TERM" : "the terminal \(terminal)"): \(cause)"
    case .tooFewFiles: "cannot start: this process may open too few files"
    case .tooFewThreads: "cannot start: the system gives this process no more threads"
    }
  }

  /// What to type, or to do.
  func hint(_ command: TypedCommand) -> String? {
    switch self {
    case .noFile, .noCover, .bookMissing, .selectedBooksGone, .comparedBookChanged, .conflictChanged, .notInISBNFile:
      nil
    case .coverNotAsked: "leave --offline out"
    case .noISBNFile: "\(command.quoted("isbn-file", "make", "DUMP")) makes one"
    case .nothingToWatch: command.makeCatalog
    case .openedFileMissing: "start it again once the catalog is there"
    case .damagedBeforeRestore: "move this file away first, with those beside it that end in -wal and -shm"
    case .noBook: command.findBook
    case .noStep(let step):
      "\(command.quoted("history")) shows them, \(command.quoted("history", "--book", String(step))) what was done to a book"
    case .nothingToPick: nil
    case .notInList(_, let id, _): "leave the query out, or try \(command.quoted("show", String(id)))"
    case .notAFile: "name the file itself"
    case .notAttached(_, let id, _): "\(command.quoted("files", String(id))) shows them"
    case .noBookFile(let id, let type):
      type == nil
        ? "\(command.quoted("attach", String(id), "FILE")) adds one"
        : "\(command.quoted("files", String(id))) shows them"
    case .bookFileMissing: "attach it again from where it is now, or refresh its source"
    case .unsafeBookFile: "rename the file, and attach it again or refresh its source"
    case .noProgram: "name another program with --with, or take the file's place from --print"
    case .noGroup(let kind, _, let nearest):
      nearest.map { "did you mean “\($0)”?" } ?? "\(command.quoted("tree", "--by", kind, "--groups")) shows them"
    case .noSource(_, let nearest): nearest.map { "did you mean '\($0)'?" } ?? command.listSources
    case .olderImport(let source, _, _):
      "to import it all the same, add --source \(TypedCommand.shellWord(source))"
    case .noSourcesToRefresh: command.addSource
    case .unclearQuery: "\(command.quoted("help", "query")) explains queries"
    case .unusableColumns: "write them as columns = title, mine, shelf:20"
    case .outputInTheWay(_, let obstacle): obstacle.hint
    case .outputFailed: "check the folder and its permissions"
    case .folderNotMade: "name another file with --db or CATALOG_DB"
    case .noTerminalLibrary: "install ncurses, or use \(command.quoted("list"))"
    case .unusableTerminal: "set TERM to what your terminal is, or use \(command.quoted("list"))"
    case .tooFewFiles: "see 'ulimit -n'"
    case .tooFewThreads: "see 'ulimit -u'"
    }
  }

  /// How the process ends.
  var exitCode: ExitCode {
    switch self {
    case .noFile, .nothingToWatch, .openedFileMissing, .noBook, .noStep, .nothingToPick, .bookMissing,
      .selectedBooksGone, .comparedBookChanged, .conflictChanged, .notInList, .noCover, .coverNotAsked, .noSource,
      .noGroup, .noSourcesToRefresh, .notAttached, .noBookFile, .bookFileMissing, .noISBNFile, .notInISBNFile:
      .missing
    case .damagedBeforeRestore, .olderImport: .data
    case .outputFailed(_, let number), .noProgram(_, let number): number == ENOENT ? .missing : .failure
    case .unclearQuery: .usage
    case .notAFile, .unsafeBookFile,
      .unusableColumns, .outputInTheWay, .folderNotMade, .noTerminalLibrary, .unusableTerminal,
      .tooFewFiles,
      .tooFewThreads:
      .failure
    }
  }

  /// The system's words for an error number, in the middle of a sentence.
  private static func reason(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }
}

extension CommandError.Obstacle {
  fileprivate var words: String {
    switch self {
    case .catalog: "it is the catalog or belongs to it"
    case .input: "it is the file that is read"
    case .folder: "it is a directory"
    case .notAFile: "it is not a regular file"
    case .file: "the file exists"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .catalog, .input, .notAFile: "name another file"
    case .folder: "name a file inside it"
    case .file: "replace it with --force"
    }
  }
}

extension CommandError {
  /// What is said where the file of a catalog is not the one any more that was opened.
  ///
  /// - Parameter change: what became of the file.
  static func missing(_ change: CatalogChange, verb: String, _ catalog: BookCatalog) -> CommandError {
    .openedFileMissing(
      verb: verb, path: catalog.path,
      cause: change == .fileReplaced ? "another file has taken its place" : "it was removed or moved away")
  }
}
