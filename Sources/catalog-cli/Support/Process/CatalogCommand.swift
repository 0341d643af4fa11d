import CommandLineKit

/// A command that works on a catalog.
protocol CatalogCommand: ParsableCommand {
  var global: GlobalOptions { get }
  /// The action that the user requested, if error messages depend on it; otherwise `nil`.
  var situation: ErrorSituation? { get }
}

extension CatalogCommand {
  var situation: ErrorSituation? { nil }
}
