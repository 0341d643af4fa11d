import Catalog
import CatalogSources
import FoundationEssentials

/// The state of a book's metadata from one provider.
struct MetadataEntry {
  let provider: String
  let state: MetadataState
}

/// Functions that write metadata from providers as JSON, with the keys described in docs/json.md.
enum MetadataJSON {
  /// The key of the metadata in a book's JSON object.
  static let key = "metadata"

  /// Writes an array with one object for each provider.
  static func write(_ entries: [MetadataEntry], to json: inout JSONWriter) {
    json.array { json in
      for entry in entries { write(entry, to: &json) }
    }
  }

  private static func write(_ entry: MetadataEntry, to json: inout JSONWriter) {
    var found: BookMetadata?
    if case .loaded(let metadata) = entry.state { found = metadata }
    let metadata = found?.metadata
    json.object { json in
      json.member("provider", entry.provider)
      json.member("state", entry.state.name)
      json.member("key", metadata?.key)
      json.member("title", metadata?.title)
      json.key("authors")
      json.strings(metadata?.authors ?? [])
      json.member("firstPublished", metadata?.firstPublished?.description)
      json.member("pages", metadata?.pages)
      json.key("averageRating")
      json.number(metadata?.averageRating)
      json.member("ratingsCount", metadata?.ratingsCount)
      json.key("score")
      json.number(metadata?.score)
      json.key("subjects")
      json.strings(metadata?.subjects ?? [])
      json.member("description", metadata?.description)
      json.member("cover", metadata?.cover)
      json.member("fetched", found?.fetched.rfc3339)
      json.member("error", entry.state.error)
      json.member("next", entry.state.next?.rfc3339)
    }
  }

  /// Writes the number of books in each metadata state, for one provider.
  static func write(_ status: MetadataStatus.Provider, to json: inout JSONWriter) {
    json.object { json in
      json.member("provider", status.name)
      json.member("loaded", status.loaded)
      json.member("incomplete", status.incomplete)
      json.member("missing", status.missing)
      json.member("failed", status.failed)
      json.member("waiting", status.waiting)
      json.member("loading", status.loading)
      json.member("nextDue", status.nextDue?.rfc3339)
    }
  }
}

extension MetadataState {
  /// The name of the state in JSON.
  fileprivate var name: String {
    switch self {
    case .notAsked: "notAsked"
    case .waiting: "waiting"
    case .loading: "loading"
    case .loaded: "loaded"
    case .notFound: "none"
    case .failed: "failed"
    }
  }

  fileprivate var error: String? { if case .failed(let error, _) = self { error } else { nil } }

  fileprivate var next: Date? {
    switch self {
    case .notFound(let until): until
    case .failed(_, let next): next
    case .notAsked, .waiting, .loading, .loaded: nil
    }
  }
}
