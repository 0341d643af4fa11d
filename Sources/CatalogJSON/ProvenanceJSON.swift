import Catalog
import CatalogSources

/// The origin of a field's value as JSON; see `why --json` in docs/json.md.
package enum ProvenanceJSON {
  package static func write(_ entry: FieldProvenance, _ own: OwnFields, to json: inout JSONWriter) {
    json.object { json in
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
      json.array("passedOver") { json in
        for statement in entry.passedOver {
          json.object { json in
            json.member("book", statement.book)
            json.member("value", statement.value)
          }
        }
      }
      json.array("otherReadings") { json in
        for other in entry.otherReadings {
          json.object { json in
            json.member("source", other.source)
            json.member("state", other.state.rawValue)
            json.member("started", other.started?.description)
            json.member("finished", other.finished?.description)
            json.member("explanation", other.explanation)
            json.member("conflict", other.isConflict)
          }
        }
      }
    }
  }
}

extension OtherReading {
  /// The reading in words: `read 2020-01-05 – 2020-02-01`.
  package var words: String {
    let days = [started, finished].contains { $0 != nil }
    return days ? "\(state) \(started?.description ?? "") – \(finished?.description ?? "")" : state.rawValue
  }

  /// The source of the reading, and the reason why the reading is not shown as the source delivered it.
  package var explanation: String {
    let why =
      switch reason {
      case .shownAs(let name?): "the reading from \(name) is shown"
      case .shownAs(nil): "your own reading is shown"
      case .replaced: "you changed or removed this reading"
      case .lessKnown: "a more detailed reading is shown"
      }
    return "\(source): \(why)" + (isConflict ? " (conflict)" : "")
  }
}

extension FieldProvenance {
  /// True if there is anything to report: a shown value, a value that is not shown, or another reading.
  package var isReported: Bool { origin != .nobody || !passedOver.isEmpty || !otherReadings.isEmpty }
}
