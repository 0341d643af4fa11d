import Catalog
import CatalogJSON
import CatalogModel
import FoundationEssentials

/// The provenance of a field's value in small print.
struct OriginHTML {
  let origin: FieldProvenance
  let context: PageContext

  func write(to html: inout HTMLWriter) {
    guard origin.isReported else { return }
    html.element(.small, .classes(origin.isConflict ? "origin conflict" : "origin"), content: statement)
  }

  private func statement(_ html: inout HTMLWriter) {
    switch origin.origin {
    case .nobody: break
    case .personal:
      html.text("yours")
      writeStatement(", a source says ", origin.sourceValue, &html)
    case .source(let name):
      html.text("from \(name)")
      if let since = origin.removedSince {
        html.text(", which no longer has the book (since ")
        html.time(since)
        html.text(")")
      }
    case .provider(let name, let time):
      html.text("from \(name), looked up ")
      html.time(time)
    case .user(let time):
      html.text("edited ")
      html.time(time)
      if origin.isConflict {
        html.text("; the source now says \(Self.quoted(origin.sourceValue))")
        html.text(" (before your edit: \(Self.quoted(origin.sourceValueAtEdit))) – ")
        html.link("resolve", to: context.address("conflicts"))
      } else {
        html.text(" (source: \(Self.quoted(origin.sourceValue)))")
      }
    }
    for other in origin.otherReadings { html.text("; \(other.words): \(other.explanation)") }
    for statement in origin.passedOver {
      let value = statement.value.map { "“\($0)”" } ?? "empty"
      html.text("; your value from book \(statement.book), merged into this one, is not shown: \(value)")
    }
  }

  private func writeStatement(_ words: String, _ value: FieldValue?, _ html: inout HTMLWriter) {
    if value != nil { html.text(words + Self.quoted(value)) }
  }

  private static func quoted(_ value: FieldValue?) -> String { value.map { "“\($0)”" } ?? "empty" }
}

extension FieldProvenance {
  /// Returns true if the provenance needs no line of its own, because the value comes from the given source or is an
  /// ordinary personal value.
  func isPlain(of source: String?) -> Bool {
    guard passedOver.isEmpty, otherReadings.isEmpty, removedSince == nil else { return false }
    switch origin {
    case .source(let name): return name == source
    case .personal: return sourceValue == nil
    case .nobody: return true
    case .user, .provider: return false
    }
  }
}
