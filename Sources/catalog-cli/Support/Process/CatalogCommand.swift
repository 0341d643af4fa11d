import CommandLineKit

/// A command of this program: one that works on a catalog, and knows what an error of it is about.
protocol CatalogCommand: ParsableCommand {
  var global: GlobalOptions { get }
  /// What was asked for, where an error is told in other words than of most commands.
  var situation: ErrorSituation? { get }
}

extension CatalogCommand {
  var situation: ErrorSituation? { nil }
}
