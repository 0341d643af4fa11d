/// The exit status of the process. Scripts rely on these values (see `catalog help exit-codes`).
package struct ExitCode: Error, Equatable {
  package let rawValue: Int32

  package static let success = ExitCode(rawValue: 0)
  /// A failure that has no status of its own, such as missing permissions or a full disk.
  package static let failure = ExitCode(rawValue: 1)
  /// Some rows, records or sources failed; all others were stored.
  package static let partly = ExitCode(rawValue: 3)
  /// A named book, source or input file does not exist.
  package static let missing = ExitCode(rawValue: 4)
  /// The command line is wrong.
  package static let usage = ExitCode(rawValue: UsageError.exitCode)
  /// The catalog or a whole input file contains invalid data.
  package static let data = ExitCode(rawValue: 65)
  /// No source could be reached.
  package static let unavailable = ExitCode(rawValue: 69)
  /// Another process has locked the catalog; trying again may succeed.
  package static let busy = ExitCode(rawValue: 75)
  /// The user interrupted the command.
  package static let interrupted = ExitCode(rawValue: 130)
}
