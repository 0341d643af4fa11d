import CommandLineKit

/// A command that works on a catalog.
protocol CatalogCommand: ParsableCommand {
  var global: GlobalOptions { get }
  /// The action that the user requested; `nil` if error messages do not depend on it.
  var situation: ErrorSituation? { get }
}

extension CatalogCommand {
  var situation: ErrorSituation? { nil }
}
