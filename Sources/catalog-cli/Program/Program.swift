import CommandLineKit
import FoundationEssentials
import Platform

/// The program `catalog`: its commands, and the code that runs a command line and returns the exit code.
enum Program {
  static let tree = CommandTree(
    name: "catalog",
    abstract: "Your books in one file: list, search and edit millions of them, offline.",
    version: ProgramVersion.number,
    discussion: """
      The catalog is the file given by --db, otherwise by CATALOG_DB, otherwise catalog.db in $XDG_DATA_HOME/catalog (by
      default ~/.local/share/catalog). 'catalog help query' explains queries. Other topics are columns, json, fields,
      replace, people, exit-codes, environment and keys.
      """,
    examples: [
      Example("catalog import books.csv", "import the books of a file"),
      Example("catalog list --page 2", "the second page, newest first"),
      Example("catalog search walker", "find books"),
      Example("catalog rate 42 4.5", "rate book 42; also mark, tag, edit"),
    ],
    sharedOptions: GlobalOptions.self,
    commands: [
      BrowseCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self, FilesCommand.self,
      OpenCommand.self, CoverCommand.self, TreeCommand.self, SeriesCommand.self, WatchCommand.self, ServeCommand.self,
      PickCommand.self, StatsCommand.self, EditTitleCommand.self, RateCommand.self, MarkCommand.self,
      ProgressCommand.self, TagCommand.self,
      EditCommand.self,
      AddCommand.self, RemoveCommand.self, RevertCommand.self,
      DuplicatesCommand.self, MergeCommand.self, RenameCommand.self, SplitCommand.self, AttachCommand.self,
      DetachCommand.self,
      ConflictsCommand.self,
      UndoCommand.self, RedoCommand.self, HistoryCommand.self, WhyCommand.self, FieldCommand.self,
      SourceCommand.self, RefreshCommand.self, QuarantineCommand.self, MetadataCommand.self,
      ISBNFileCommand.self, ImportCommand.self,
      ExportCommand.self,
      StatusCommand.self, CheckCommand.self, BackupCommand.self, RestoreCommand.self, CompletionCommand.self,
      ManualCommand.self, CompleteCommand.self,
    ], defaultCommand: OverviewCommand.self)

  /// Runs the command line of this process and ends the process.
  static func main() -> Never {
    reopenClosedDescriptors()
    // Makes write(2) fail on a closed pipe instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // Makes write(2) fail at the maximum file size instead of ending the process (setrlimit(2), RLIMIT_FSIZE).
    signal(SIGXFSZ, SIG_IGN)
    Interruption.install()
    do {
      let code = run(try tree.arguments(fromSystem: CommandLine.unsafeArgv, count: CommandLine.argc))
      if code == .interrupted { Interruption.endAsRequested() }
      exit(code.rawValue)
    } catch {
      exit(ErrorReport(error, command: nil).report().rawValue)
    }
  }

  /// Opens /dev/null in place of each standard stream that was closed when the process started. Otherwise, the next
  /// opened file would be used as that stream. Writing to a closed standard output still fails, as in other programs.
  private static func reopenClosedDescriptors() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Runs a command line and returns the exit code.
  static func run(_ arguments: [String]) -> ExitCode {
    var command: (any ParsableCommand)?
    do {
      switch try tree.parse(arguments) {
      case .version: try Console.standard.print("catalog \(ProgramVersion.number)\n")
      case .help(let topic): try HelpTopics.show(topic)
      case .run(var parsed):
        command = parsed
        try parsed.run()
      }
      try Console.standard.output.flush()
      return .success
    } catch {
      return ErrorReport(error, command: command).report()
    }
  }
}

extension CommandGroup {
  static let reading = CommandGroup("Reading")
  static let editing = CommandGroup("Editing")
  static let sources = CommandGroup("Sources and files")
  static let care = CommandGroup("Maintenance")
}
