import Catalog
import CatalogJSON
import CatalogModel
import FoundationEssentials

/// Where the value of a field comes from, as a small line below it.
struct OriginHTML {
  let origin: FieldProvenance
  let context: PageContext

  func write(to html: inout HTMLWriter) {
    guard origin.isTold else { return }
    html.element(.small, .classes(origin.isConflict ? "origin conflict" : "origin")) { html in
      switch origin.origin {
      case .nobody: break
      case .personal:
        html.text("yours")
        said(", a source says ", origin.sourceValue, &html)
      case .source(let name):
        html.text("from \(name)")
        if let since = origin.removedSince {
          html.text(", which has the book no more since ")
          html.time(since)
        }
      case .provider(let name, let time):
        html.text("from \(name), asked ")
        html.time(time)
      case .user(let time):
        html.text("edited by you ")
        html.time(time)
        html.text("; the source says \(Self.quoted(origin.sourceValue))")
        if origin.isConflict {
          html.text("; it said \(Self.quoted(origin.sourceValueAtEdit)) then: ")
          html.link("a conflict", to: context.address("conflicts"))
        }
      }
      for other in origin.otherReadings { html.text("; \(other.words): \(other.explanation)") }
      for word in origin.passedOver {
        html.text("; you said \(word.value.map { "“\($0)”" } ?? "nothing") of \(word.book), which is this one now")
      }
    }
  }

  private func said(_ words: String, _ value: FieldValue?, _ html: inout HTMLWriter) {
    if value != nil { html.text(words + Self.quoted(value)) }
  }

  private static func quoted(_ value: FieldValue?) -> String { value.map { "“\($0)”" } ?? "nothing" }
}

extension FieldProvenance {
  /// Whether nothing is to be told of it: it is what a source says of which that is known, or personal, as its field is.
  func isPlain(of source: String?) -> Bool {
    guard passedOver.isEmpty, otherReadings.isEmpty, removedSince == nil else { return false }
    switch origin {
    case .source(let name): return name == source
    case .personal: return sourceValue == nil
    case .nobody: return true
    case .user, .provider: return false
    }
  }

  /// Whether more is to be told of the value than where it comes from: it was edited, or gave way to another.
  var isWorthTelling: Bool {
    if case .user = origin { return true }
    return isConflict || !passedOver.isEmpty || !otherReadings.isEmpty
  }
}
