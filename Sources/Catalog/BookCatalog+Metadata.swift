extension BookCatalog {
  /// What fetches the metadata of this catalog's rows from a provider. Several fetchers of one catalog, in this process and
  /// in others, share the work.
  ///
  /// - Parameter provider: who is asked.
  public func metadataFetcher(provider: any MetadataProvider) -> MetadataFetcher {
    metadataFetcher(provider: provider, outside: MetadataFetcher.Outside())
  }

  func metadataFetcher(provider: any MetadataProvider, outside: MetadataFetcher.Outside) -> MetadataFetcher {
    MetadataFetcher(provider: provider, database: database, now: now, outside: outside)
  }
}
