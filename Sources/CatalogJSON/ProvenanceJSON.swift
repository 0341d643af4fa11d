import Catalog
import CatalogSources

/// Where the value of a field comes from as JSON: `why --json` of docs/json.md.
package enum ProvenanceJSON {
  package static func write(_ entry: FieldProvenance, _ own: OwnFields, to json: inout JSONWriter) {
    json.beginObject()
    json.member("field", own.name(of: entry.field))
    json.member("value", entry.value?.description)
    json.key("origin")
    switch entry.origin {
    case .nobody: json.null()
    case .personal, .user: json.string("you")
    case .source(let name), .provider(let name, _): json.string(name)
    }
    json.key("at")
    switch entry.origin {
    case .user(let time), .provider(_, let time): json.string(time.rfc3339)
    case .nobody, .personal, .source: json.null()
    }
    json.member("sourceSays", entry.sourceValue?.description)
    json.member("sourceSaid", entry.sourceValueAtEdit?.description)
    json.member("conflict", entry.isConflict)
    json.member("goneSince", entry.removedSince?.rfc3339)
    json.key("passedOver")
    json.beginArray()
    for word in entry.passedOver {
      json.beginObject()
      json.member("book", word.book)
      json.member("value", word.value)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}

extension FieldProvenance {
  /// Whether there is something to tell: a value, or one that gave way.
  package var isTold: Bool { origin != .nobody || !passedOver.isEmpty }
}
