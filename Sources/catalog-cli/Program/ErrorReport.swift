import Catalog
import CatalogSources
import CommandLineKit

/// The message and exit code for an error that ends the program. ``ErrorHints`` adds advice to the message.
struct ErrorReport {
  let message: String?
  let code: ExitCode
  /// The additional lines of the message, after the first line.
  private let details: [String]
  /// The usage line, if the command line is wrong.
  private let usage: String?

  init(_ error: any Error, command: (any ParsableCommand)?) {
    var usage: String?
    var details: [String] = []
    let error = command.flatMap { Self.usageError(error, of: $0) } ?? error
    let catalogCommand = command as? any CatalogCommand
    let text = ErrorHints(
      catalogCommand?.global.typed ?? TypedCommand(database: nil, person: nil), catalogCommand?.situation
    ).text(of: error)
    switch error {
    case let code as ExitCode:
      (message, self.code) = (nil, code)
    case OutputError.closedPipe:
      (message, code) = (nil, .success)
    case let error as UsageError:
      (message, code) = (error.lines.first ?? "", .usage)
      (details, usage) = (Array(error.lines.dropFirst()), error.usage)
    case let error as ValidationError:
      (message, code) = (error.message, .usage)
    case is InvalidValue:
      (message, code) = (text, .usage)
      usage = command.map { Program.tree.usageError(ValidationError(""), in: $0).usage }
    case let error as CommandError: (message, code) = (text, error.exitCode)
    case let error as CatalogError: (message, code) = (text, Self.code(of: error.code))
    case let error as SourceFailure: (message, code) = (text, Self.code(of: error))
    case let error as ImportError: (message, code) = (text, Self.code(of: error))
    case let error as InputError: (message, code) = (text, Self.code(of: error.code))
    case let error as OutputError: (message, code) = (Self.text(of: error), .failure)
    case is CancellationError:
      (message, code) = ("interrupted", .interrupted)
    default:
      (message, code) = (text, .failure)
    }
    (self.details, self.usage) = (details, usage)
  }

  /// Returns the usage error for a value that a command has rejected; `nil` for any other error.
  private static func usageError(_ error: any Error, of command: any ParsableCommand) -> (any Error)? {
    (error as? ValidationError).map { Program.tree.usageError($0, in: command) }
  }

  /// Prints the message and returns the exit code.
  func report() -> ExitCode {
    let console = Console.standard
    if let message {
      console.diagnostics.error(message)
      for line in details { console.diagnostics.line(line) }
      if let usage { console.diagnostics.line("usage: \(usage)") }
    }
    do {
      try console.output.flush()
    } catch OutputError.closedPipe {
      return code
    } catch {
      // After a failure, a stream throws the same error again, so it may already have been reported above.
      let text = Self.text(of: error)
      if text != message { console.diagnostics.error(text) }
      return code == .success ? .failure : code
    }
    return code
  }

  /// Returns the text of an output error. If changes were stored before the error, the text says so; otherwise, the
  /// user might make them again.
  private static func text(of error: any Error) -> String {
    let stored = StoredChanges.exist ? "the changes are stored, but the report could not be printed: " : ""
    return stored + String(describing: error)
  }

  private static func code(of code: CatalogError.Code) -> ExitCode {
    switch code {
    case .busy, .restored: .busy
    case .damaged, .notACatalog, .newer: .data
    case .missing, .noSuchBook, .noSuchSource, .noSuchField: .missing
    case .ambiguousBook: .usage
    case .cancelled: .interrupted
    case .permissionDenied, .diskFull, .readOnly, .inTheWay, .privateData, .nothingToDo, .failed: .failure
    }
  }

  private static func code(of failure: SourceFailure) -> ExitCode {
    switch failure.code {
    case .unreachable, .timedOut, .busy, .denied: .unavailable
    case .malformed, .tooLarge: .data
    case .missing: .missing
    case .cursorRefused, .needsConsent, .removed, .failed: .failure
    }
  }

  private static func code(of code: InputError.Code) -> ExitCode {
    switch code {
    case .notFound: .missing
    case .endless, .encoding: .data
    case .isDirectory, .permissionDenied, .other: .failure
    }
  }

  private static func code(of error: ImportError) -> ExitCode {
    switch error {
    case .noText, .noTitleColumn, .empty, .noBooks: .data
    case .noSuchColumn, .fieldNamedTwice, .needsSourceName: .usage
    }
  }
}
