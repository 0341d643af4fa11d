import FoundationEssentials

/// Reads how far rows are, from what is in the file.
struct MetadataReader {
  let connection: Connection
  let provider: String

  /// Reads the state of a book's row with this provider.
  ///
  /// - Parameter now: the present time: a claim that ran out is none.
  func state(of input: MetadataInput, now: Date) throws -> MetadataState {
    guard let row = try FetchStateTable(connection: connection, provider: provider).row(input.book) else {
      return .notAsked
    }
    return try state(row, askedBy: input.fingerprint, now: now)
  }

  /// - Parameter input: the fingerprint of what the book is asked by now.
  func state(_ row: FetchStateRow, askedBy input: Int64, now: Date) throws -> MetadataState {
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
