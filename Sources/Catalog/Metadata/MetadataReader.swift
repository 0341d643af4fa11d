import CatalogDatabase
import FoundationEssentials

/// Reads the states of queue rows from the file.
struct MetadataReader {
  let connection: Connection
  let provider: String

  /// Returns the state of a book's metadata from this provider.
  ///
  /// - Parameter now: The current time, which determines if a claim has expired.
  func state(of input: MetadataInput, now: Date) throws -> MetadataState {
    guard let row = try FetchStateTable(connection: connection, provider: provider).row(input.book) else {
      return .notAsked
    }
    return try state(row, requestedBy: input.fingerprint, now: now)
  }

  /// Returns the state of a row.
  ///
  /// - Parameter input: The fingerprint of the book's current query.
  func state(_ row: FetchStateRow, requestedBy input: Int64, now: Date) throws -> MetadataState {
    guard row.input == input else { return row.state == .waiting ? .waiting : .notAsked }
    switch row.state {
    case .loaded: return try loaded(row) ?? .notAsked
    case .notFound: return .notFound(until: Date(milliseconds: row.due))
    case .failed where row.queue != .claimed:
      return .failed(row.error ?? "it could not be read", next: Date(milliseconds: row.due))
    case .waiting, .failed:
      return row.queue == .claimed && row.due > now.milliseconds ? .loading : .waiting
    }
  }

  private func loaded(_ row: FetchStateRow) throws -> MetadataState? {
    guard let layer = try MetadataTable(connection: connection).layer(of: row.book, provider),
      layer.input == row.input
    else { return nil }
    return .loaded(BookMetadata(layer))
  }
}

extension BookMetadata {
  init(_ layer: MetadataLayer) {
    self.init(layer.metadata, provider: layer.provider, fetched: layer.fetched)
  }
}
