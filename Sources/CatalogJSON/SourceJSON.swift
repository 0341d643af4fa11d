import Catalog
import CatalogSources

/// A source and its status as JSON; see `source list --json` in docs/json.md.
package enum SourceJSON {
  package static func write(_ status: SourceStatus, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", status.source.name)
      json.member("kind", status.source.kind.rawValue)
      json.member("location", status.source.location)
      json.member("records", status.records)
      json.member("refreshed", status.refreshed?.rfc3339)
      json.member("error", status.lastError)
      json.member("user", status.source.user)
      json.member("every", status.source.every?.components.seconds)
      json.member("state", status.stateInWords.isEmpty ? nil : status.stateInWords)
      json.member("failed", status.failed?.rfc3339)
      json.member("failures", status.failures)
      json.member("due", status.due?.rfc3339)
      json.member("quarantined", status.quarantined)
      json.member("mine", status.source.isMine)
    }
  }
}

extension SourceStatus {
  /// The status in words: `active`, `failing` or `paused`; empty for a source that is never refreshed.
  package var stateInWords: String {
    guard source.isRefreshed else { return "" }
    return source.state == .paused ? "paused" : isFailing ? "failing" : "active"
  }

  /// True if the source is refreshed and its last refresh failed.
  package var isFailing: Bool { source.isRefreshed && source.state != .paused && lastError != nil }
}
