import FoundationEssentials

extension BookCatalog {
  /// Makes a fetcher of the metadata of this catalog's rows. Several fetchers of one catalog, in this process and in others,
  /// share the work.
  ///
  /// - Parameters:
  ///   - provider: who is asked.
  ///   - servesQueue: whether it asks also for rows that others have queued, and for the descriptions of rows; else
  ///     only for what lists show of the rows that are in sight or asked for here, as for one page of a list.
  public func metadataFetcher(provider: any MetadataProvider, servesQueue: Bool = true) -> MetadataFetcher {
    MetadataFetcher(
      provider: provider, servesQueue: servesQueue, database: database, now: now, environment: FetchEnvironment())
  }

  /// Turns at asking a provider's host about what is no book of this catalog yet, within the limits that its fetchers keep to.
  package func hostTurns(of provider: any MetadataProvider) -> HostTurns {
    HostTurns(provider, database, now: now, environment: FetchEnvironment())
  }

  /// Keeps what a provider has published of books, in short transactions. It is no step, as no metadata is; and it fills what is
  /// absent, as all metadata does.
  ///
  /// - Parameters:
  ///   - date: when it was published: what the provider said later stays.
  /// - Throws: ``CatalogError``; what was committed stands.
  package func keep(
    _ published: [PublishedMetadata], from provider: String, of date: Date
  ) throws -> PublishedMetadataCounts {
    try database.inBatches(PublishedMetadataWork(published, from: provider, of: date, now: now())).counts
  }
}
