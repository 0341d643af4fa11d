/// How the process ends: what scripts rely on ('catalog help exit-codes').
package struct ExitCode: Error, Equatable {
  package let rawValue: Int32

  package static let success = ExitCode(rawValue: 0)
  /// No permission, a full disk, something in the way: anything not below.
  package static let failure = ExitCode(rawValue: 1)
  /// Some rows, records or sources failed; the rest is stored.
  package static let partly = ExitCode(rawValue: 3)
  /// A named book, source or input file does not exist.
  package static let missing = ExitCode(rawValue: 4)
  /// The command line is wrong.
  package static let usage = ExitCode(rawValue: UsageError.exitCode)
  /// The catalog, or a whole input, is nonsense.
  package static let data = ExitCode(rawValue: 65)
  /// No source could be reached.
  package static let unavailable = ExitCode(rawValue: 69)
  /// Another process holds the catalog; trying again helps.
  package static let busy = ExitCode(rawValue: 75)
  /// Interrupted.
  package static let interrupted = ExitCode(rawValue: 130)
}
