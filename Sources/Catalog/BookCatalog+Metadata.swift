import FoundationEssentials

extension BookCatalog {
  /// Creates an object that fetches metadata for the books of this catalog. Several fetchers for one catalog share the
  /// work, even in different processes.
  ///
  /// ```swift
  /// let fetcher = catalog.metadataFetcher(provider: provider)
  /// let report = try await fetcher.fetch([7, 12])
  /// ```
  ///
  /// - Parameters:
  ///   - provider: The provider of the metadata.
  ///   - servesQueue: True to work through the queue stored in the catalog, including books that other fetchers queued,
  ///     and to fetch descriptions. False to fetch only books that are visible or requested through this fetcher,
  ///     without descriptions. This is useful for a single page of a list.
  public func metadataFetcher(provider: any MetadataProvider, servesQueue: Bool = true) -> MetadataFetcher {
    MetadataFetcher(
      provider: provider, servesQueue: servesQueue, database: database, now: now, environment: FetchEnvironment())
  }

  /// Returns an object that makes single requests to a provider's host. The requests are for books that are not in this
  /// catalog yet. They count toward the rate limits that all fetchers of the catalog share.
  package func hostTurns(of provider: any MetadataProvider) -> HostTurns {
    HostTurns(provider, database, now: now, environment: FetchEnvironment())
  }

  /// Returns the permissions to request covers from the hosts that books name.
  package func coverTurns() -> CoverTurns { CoverTurns(database: database, now: now) }

  /// Stores metadata that a provider has published as a dump, in short transactions. Like all metadata, it is shown
  /// only where a book has no other value. Storing metadata is not a step in the history.
  ///
  /// - Parameters:
  ///   - date: The publication date of the dump. Metadata that was fetched from the provider after this date is kept.
  /// - Throws: ``CatalogError``. Transactions committed before the error are kept.
  package func keep(
    _ published: [PublishedMetadata], from provider: String, of date: Date
  ) throws -> PublishedMetadataCounts {
    try database.inBatches(PublishedMetadataWork(published, from: provider, of: date, now: now())).counts
  }
}
