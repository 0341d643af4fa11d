import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

extension ShownValues {
  /// Creates the formatter for values: with grouped numbers and local times for a terminal, or in the form that
  /// programs read.
  init(isTerminal: Bool) {
    self.init(
      number: { isTerminal ? $0.grouped : String($0) }, instant: { isTerminal ? $0.localTime : $0.rfc3339 })
  }
}
