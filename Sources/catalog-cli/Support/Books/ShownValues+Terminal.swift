import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

extension ShownValues {
  /// Values as a terminal shows them, with grouped numbers and local times; or as programs read them.
  init(isTerminal: Bool) {
    self.init(
      number: { isTerminal ? $0.grouped : String($0) }, instant: { isTerminal ? $0.localTime : $0.rfc3339 })
  }
}
