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
      html.text(Texts.Origins.yours)
      if origin.sourceValue != nil { html.text(Texts.Origins.butSource(Self.quoted(origin.sourceValue))) }
    case .source(let name):
      html.text(Texts.Origins.source(name))
      if let since = origin.removedSince { html.sentence(Texts.Origins.sourceLostBook) { $0.time(since) } }
    case .provider(let name, let time):
      html.sentence(Texts.Origins.provider(name)) { $0.time(time) }
    case .user(let time):
      html.sentence(Texts.Origins.edited) { $0.time(time) }
      let now = Self.quoted(origin.sourceValue)
      guard origin.isConflict else { return html.text(Texts.Origins.original(now)) }
      html.sentence(Texts.Origins.conflict(now: now, before: Self.quoted(origin.sourceValueAtEdit))) {
        $0.link(Texts.Origins.resolve, to: context.address("conflicts"))
      }
    }
    for other in origin.otherReadings { html.text("; \(other.words): \(other.explanation)") }
    for statement in origin.passedOver {
      let value = statement.value.map { Texts.quoted($0.description) } ?? Texts.empty
      html.text(Texts.Origins.overridden(book: statement.book, value))
    }
  }

  private static func quoted(_ value: FieldValue?) -> String {
    value.map { Texts.quoted($0.description) } ?? Texts.empty
  }
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
