import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

extension ShownValues {
  /// Creates values as shown on a terminal, with grouped numbers and local times, or as read by programs.
  init(isTerminal: Bool) {
    self.init(
      number: { isTerminal ? $0.grouped : String($0) }, instant: { isTerminal ? $0.localTime : $0.rfc3339 })
  }
}
