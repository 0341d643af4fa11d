import CommandLineKit

/// A command that works on a catalog.
protocol CatalogCommand: ParsableCommand {
  var global: GlobalOptions { get }
  /// The requested action, if error messages depend on it.
  var situation: ErrorSituation? { get }
}

extension CatalogCommand {
  var situation: ErrorSituation? { nil }
}
