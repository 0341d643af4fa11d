import FoundationEssentials

extension BookCatalog {
  /// Creates a metadata fetcher for the rows of this catalog. Several fetchers of one catalog, in this and in other
  /// processes, share the work.
  ///
  /// ```swift
  /// let fetcher = catalog.metadataFetcher(provider: provider)
  /// let report = try await fetcher.fetch([7, 12])
  /// ```
  ///
  /// - Parameters:
  ///   - provider: The provider to ask.
  ///   - servesQueue: True to work through the whole queue in the file, including requests by others, and to fetch
  ///     descriptions of rows. False to fetch only rows that are visible or requested through this fetcher, without
  ///     descriptions; this suits a single page of a list.
  public func metadataFetcher(provider: any MetadataProvider, servesQueue: Bool = true) -> MetadataFetcher {
    MetadataFetcher(
      provider: provider, servesQueue: servesQueue, database: database, now: now, environment: FetchEnvironment())
  }

  /// Returns slots for requests to a provider's host about books that are not in this catalog yet. They respect the
  /// same rate limits as the catalog's fetchers.
  package func hostTurns(of provider: any MetadataProvider) -> HostTurns {
    HostTurns(provider, database, now: now, environment: FetchEnvironment())
  }

  /// Stores metadata that a provider has published as a dump, in short transactions. Like all metadata, it only fills
  /// absent values and does not create a step.
  ///
  /// - Parameters:
  ///   - date: The publication date. Newer answers from the provider are kept.
  /// - Throws: ``CatalogError``. Transactions committed before the error are kept.
  package func keep(
    _ published: [PublishedMetadata], from provider: String, of date: Date
  ) throws -> PublishedMetadataCounts {
    try database.inBatches(PublishedMetadataWork(published, from: provider, of: date, now: now())).counts
  }
}
