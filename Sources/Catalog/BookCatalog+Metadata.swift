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
  ///   - provider: The provider of the metadata.
  ///   - servesQueue: True to work through the whole queue in the file, including books that other fetchers queued, and
  ///     to fetch descriptions. False to fetch only rows that are visible or requested through this fetcher, without
  ///     descriptions; this suits a single page of a list.
  public func metadataFetcher(provider: any MetadataProvider, servesQueue: Bool = true) -> MetadataFetcher {
    MetadataFetcher(
      provider: provider, servesQueue: servesQueue, database: database, now: now, environment: FetchEnvironment())
  }

  /// Returns an object that makes single requests to a provider's host, for data about books that are not in this
  /// catalog yet. The requests respect the rate limits that the catalog's fetchers share.
  package func hostTurns(of provider: any MetadataProvider) -> HostTurns {
    HostTurns(provider, database, now: now, environment: FetchEnvironment())
  }

  /// Stores metadata that a provider has published as a dump, in short transactions. Like all metadata, it only fills
  /// absent values and does not create a step.
  ///
  /// - Parameters:
  ///   - date: The publication date of the dump. Answers from the provider that are newer than the dump are kept.
  /// - Throws: ``CatalogError``. Transactions committed before the error are kept.
  package func keep(
    _ published: [PublishedMetadata], from provider: String, of date: Date
  ) throws -> PublishedMetadataCounts {
    try database.inBatches(PublishedMetadataWork(published, from: provider, of: date, now: now())).counts
  }
}
