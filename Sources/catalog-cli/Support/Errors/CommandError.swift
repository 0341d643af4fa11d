import Catalog
import CommandLineKit
import Platform

/// An error found by the command-line program itself. All other errors come from the libraries, and ``ErrorHints`` adds
/// advice to them.
enum CommandError: Error, Equatable {
  /// The reason why an output path cannot be written to: something already exists there.
  enum Obstacle {
    case catalog, input, folder, notAFile, file
  }

  /// The file that a command needs does not exist. `verb` is the action that failed, such as `back up`.
  case noFile(verb: String, path: String)
  case nothingToWatch(path: String)
  /// The file of a watched or served catalog was removed or replaced.
  case openedFileMissing(verb: String, path: String, cause: String)
  case damagedBeforeRestore(path: String, cause: String)
  case noBook(String)
  case noStep(HistoryStep.ID)
  /// No book matches the query, so none can be picked.
  ///
  /// - Parameter query: The query as typed; empty if there was none.
  case nothingToPick(String)
  /// The book was removed after the user began to change it.
  case bookMissing(title: String)
  /// One of the books to merge was removed, or all the books to change were removed.
  case selectedBooksGone
  /// One of the compared books has changed since it was shown.
  case comparedBookChanged
  /// The user's value or the source's value has changed since the conflict was shown.
  case conflictChanged(title: String)
  case notInList(name: String, id: Book.ID, query: String)
  /// The provider has no cover for the book.
  ///
  /// - Parameter provider: The name of the provider as shown to the user.
  case noCover(id: Book.ID, title: String, provider: String)
  case coverNotAsked(id: Book.ID, title: String)
  case noISBNFile(path: String)
  case notInISBNFile(String, path: String)
  case notAFile(path: String)
  case notAttached(String, book: Book.ID, isOfSource: Bool)
  /// The book has no file, or none of the requested type.
  ///
  /// - Parameter type: The requested extension; `nil` for any extension.
  case noBookFile(id: Book.ID, type: String?)
  case bookFileMissing(path: String)
  /// The file's location is not safe to pass to a program.
  ///
  /// - Parameter location: A path or an address that contains a control character or begins with a dash.
  case unsafeBookFile(_ location: String)
  case noProgram(String, errno: Int32)
  case noSource(String, nearest: String?)
  /// There is no such author, tag or series in the catalog.
  ///
  /// - Parameter kind: The word for the missing group, such as `author`.
  case noGroup(_ kind: String, String, nearest: String?)
  /// The file is older than the previous import of the same source.
  ///
  /// - Parameters:
  ///   - day: The latest day in the file.
  ///   - newest: The latest day in the previous import.
  case olderImport(source: String, day: String, newest: PartialDate)
  case noSourcesToRefresh
  /// The query contains text that looks like a condition but is not a valid one.
  ///
  /// - Parameter problem: A description of that text.
  case unclearQuery(_ problem: String)
  /// The columns in the settings cannot be used.
  ///
  /// - Parameters:
  ///   - path: The settings file.
  ///   - problem: The problem with the columns.
  case unusableColumns(path: String, problem: String)
  /// The file with the value of a field, such as `review=@notes.txt`, cannot be read.
  case valueNotRead(path: String, UnreadValue)
  /// The user's editor did not end successfully.
  ///
  /// - Parameter failure: The editor and how it ended.
  case editorFailed(_ failure: String)
  /// Somebody else changed a field while the user edited it.
  case changedMeanwhile(title: String, field: String)
  case outputInTheWay(path: String, Obstacle)
  case outputFailed(path: String, errno: Int32)
  case folderNotMade(path: String, errno: Int32)
  case noTerminalLibrary(terminal: String, problem: String)
  case unusableTerminal(String, cause: String)
  case tooFewFiles
  case tooFewThreads
}

extension CommandError: CustomStringConvertible {
  /// The failure, its subject and its cause, as one line. The remedy is not included (see ``hint(_:)``).
  var description: String {
    switch self {
    case .noFile(let verb, let path): "cannot \(verb) \(path): file not found"
    case .nothingToWatch(let path): "cannot watch \(path): file not found"
    case .openedFileMissing(let verb, let path, let cause): "cannot \(verb) \(path): \(cause)"
    case .damagedBeforeRestore(let path, let cause): "cannot restore into \(path): \(cause)"
    case .noBook(let name): "no book \(name)"
    case .noStep(let step): "step \(step) does not exist"
    case .nothingToPick(let query):
      query.isEmpty ? "no unread books to pick" : "no book matches \(query)"
    case .bookMissing(let title): "“\(title)” is no longer in the catalog"
    case .selectedBooksGone: "selected books are no longer in the catalog; nothing was changed"
    case .comparedBookChanged: "one of the books has changed, so nothing was decided; here are the current books"
    case .conflictChanged(let title):
      "the conflict of “\(title)” has changed, so nothing was decided; here is the current conflict"
    case .notInList(let name, _, let query): "book \(name) does not match \(query)"
    case .noCover(let id, let title, let provider):
      "cannot find a cover of \(id) “\(title)”: \(provider) has none"
    case .coverNotAsked(let id, let title):
      "cannot find a cover of \(id) “\(title)” on this machine"
    case .noISBNFile(let path): "no ISBN file at \(path)"
    case .notInISBNFile(let isbn, let path): "\(path) does not contain ISBN \(isbn)"
    case .notAFile(let path): "cannot attach \(path): not a regular file"
    case .notAttached(let file, let id, let isOfSource):
      isOfSource
        ? "cannot detach \(file): it comes from a source" : "\(file) is not attached to book \(id)"
    case .noBookFile(let id, let type): "book \(id) has no \(type.map { "\($0) file" } ?? "file")"
    case .bookFileMissing(let path): "cannot open \(path): the file no longer exists"
    case .unsafeBookFile(let location):
      "cannot open \(location): its location begins with a dash or contains a control character"
    case .noProgram(let program, let number): "cannot start \(program): \(SystemError.words(number))"
    case .noSource(let name, _): "no source \(name)"
    case .noGroup(let kind, let name, _): "no book has the \(kind) “\(name)”"
    case .olderImport(let source, let day, let newest):
      "the file is older than the last import of \(source): its latest date is \(day), but the last import contained dates up to "
        + "\(newest)"
    case .noSourcesToRefresh: "no sources to refresh"
    case .unclearQuery(let problem): "unclear query: \(problem)"
    case .unusableColumns(let path, let problem): "cannot use the columns in \(path): \(problem)"
    case .valueNotRead(let path, let problem): "cannot read a value from \(path): \(problem.words)"
    case .editorFailed(let failure): "\(failure); nothing was changed"
    case .changedMeanwhile(let title, let field):
      "the \(field) of “\(title)” was changed meanwhile, so your change was not stored"
    case .outputInTheWay(let path, let obstacle): "cannot write \(path): \(obstacle.words)"
    case .outputFailed(let path, let number): "cannot write \(path): \(SystemError.words(number))"
    case .folderNotMade(let path, let number): "cannot create \(path): \(SystemError.words(number))"
    case .noTerminalLibrary(let terminal, let cause), .unusableTerminal(let terminal, let cause):
      "cannot draw on \(terminal.isEmpty ? "a terminal without TERM" : "the terminal \(terminal)"): \(cause)"
    case .tooFewFiles: "cannot start: the limit of open files is too low"
    case .tooFewThreads: "cannot start: the system allows no more threads"
    }
  }

  /// Returns the remedy as text, such as a command to run; `nil` if there is none.
  func hint(_ command: TypedCommand) -> String? {
    switch self {
    case .noFile, .noCover, .bookMissing, .selectedBooksGone, .comparedBookChanged, .conflictChanged, .notInISBNFile:
      nil
    case .coverNotAsked: "omit --offline to fetch one"
    case .noISBNFile: "\(command.quoted("isbn-file", "make", "DUMP")) creates one"
    case .nothingToWatch: command.makeCatalog
    case .openedFileMissing: "start again when the catalog's file is available again"
    case .damagedBeforeRestore: "first move this file away, together with its -wal and -shm files"
    case .noBook: command.findBook
    case .noStep(let step):
      "\(command.quoted("history")) lists the steps; for the history of book \(String(step)): \(command.quoted("history", "--book", String(step)))"
    case .nothingToPick: nil
    case .notInList(_, let id, _): "omit the query, or try \(command.quoted("show", String(id)))"
    case .notAFile: "specify the file itself"
    case .notAttached(_, let id, _): "\(command.quoted("files", String(id))) lists its files"
    case .noBookFile(let id, let type):
      type == nil
        ? "\(command.quoted("attach", String(id), "FILE")) adds one"
        : "\(command.quoted("files", String(id))) lists its files"
    case .bookFileMissing: "attach it again from its new location, or refresh its source"
    case .unsafeBookFile: "rename the file, then attach it again or refresh its source"
    case .noProgram: "choose another program with --with, or print the file's location with --print"
    case .noGroup(let kind, _, let nearest):
      nearest.map { "did you mean “\($0)”?" } ?? "\(command.quoted("tree", "--by", kind, "--groups")) lists them"
    case .noSource(_, let nearest): nearest.map { "did you mean '\($0)'?" } ?? command.listSources
    case .olderImport(let source, _, _):
      "to import it anyway, add --source \(TypedCommand.shellWord(source))"
    case .noSourcesToRefresh: command.addSource
    case .unclearQuery: "\(command.quoted("help", "query")) explains queries"
    case .unusableColumns: "example: columns = title, mine, shelf:20"
    case .valueNotRead(let path, let problem): problem.hint(path)
    case .editorFailed: "set VISUAL or EDITOR to the command of your editor"
    case .changedMeanwhile: "edit the book again"
    case .outputInTheWay(_, let obstacle): obstacle.hint
    case .outputFailed: "check the folder and its permissions"
    case .folderNotMade: "choose another file with --db or CATALOG_DB"
    case .noTerminalLibrary: "install ncurses, or use \(command.quoted("list"))"
    case .unusableTerminal: "set TERM to the type of your terminal, or use \(command.quoted("list"))"
    case .tooFewFiles: "see 'ulimit -n'"
    case .tooFewThreads: "see 'ulimit -u'"
    }
  }

  /// The exit code of the process.
  var exitCode: ExitCode {
    switch self {
    case .noFile, .nothingToWatch, .openedFileMissing, .noBook, .noStep, .nothingToPick, .bookMissing,
      .selectedBooksGone, .comparedBookChanged, .conflictChanged, .notInList, .noCover, .coverNotAsked, .noSource,
      .noGroup, .noSourcesToRefresh, .notAttached, .noBookFile, .bookFileMissing, .noISBNFile, .notInISBNFile:
      .missing
    case .damagedBeforeRestore, .olderImport: .data
    case .valueNotRead(_, let problem): problem.exitCode
    case .outputFailed(_, let number), .noProgram(_, let number): number == ENOENT ? .missing : .failure
    case .unclearQuery: .usage
    case .notAFile, .unsafeBookFile, .editorFailed, .changedMeanwhile,
      .unusableColumns, .outputInTheWay, .folderNotMade, .noTerminalLibrary, .unusableTerminal,
      .tooFewFiles,
      .tooFewThreads:
      .failure
    }
  }
}

extension CommandError.Obstacle {
  fileprivate var words: String {
    switch self {
    case .catalog: "it belongs to the catalog"
    case .input: "it is the input file"
    case .folder: "it is a directory"
    case .notAFile: "it is not a regular file"
    case .file: "the file already exists"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .catalog, .input, .notAFile: "choose another file"
    case .folder: "specify a file inside it"
    case .file: "replace it with --force"
    }
  }
}

extension CommandError {
  /// Returns the error for a catalog whose file was removed or replaced after it was opened.
  ///
  /// - Parameter change: The change to the file.
  static func missing(_ change: CatalogChange, verb: String, _ catalog: BookCatalog) -> CommandError {
    .openedFileMissing(
      verb: verb, path: catalog.path,
      cause: change == .fileReplaced ? "another file has replaced it" : "it was removed or moved")
  }
}
