import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

extension ShownValues {
  /// Creates the formatter for values. A terminal shows grouped numbers and local times; programs receive a form that
  /// they can parse.
  init(isTerminal: Bool) {
    self.init(
      number: { isTerminal ? $0.grouped : String($0) }, instant: { isTerminal ? $0.localTime : $0.rfc3339 })
  }
}
