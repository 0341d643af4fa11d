/// The settings of a provider that affect scheduling. They are read once. The profile also tells whether this fetcher
/// serves the shared queue.
struct ProviderProfile: Sendable {
  let name: String
  let host: String
  let limits: MetadataLimits
  let settings: Int64
  let hasMore: Bool
  let joins: @Sendable (MetadataQuery) -> Bool
  /// True to fetch all rows in the queue, including those that other fetchers queued, with descriptions. False to fetch
  /// only rows that are visible or requested in this fetcher, without descriptions.
  let servesQueue: Bool

  init(_ provider: any MetadataProvider, servesQueue: Bool = true) {
    (name, host, limits) = (provider.name, provider.host, provider.limits.possible)
    (settings, hasMore, self.servesQueue) = (provider.settings, provider.hasMore, servesQueue)
    joins = { provider.joins($0) }
  }
}
