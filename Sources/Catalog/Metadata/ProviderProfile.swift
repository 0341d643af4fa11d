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

  /// Creates the profile of a host that is contacted for other data than metadata.
  init(host: String, limits: MetadataLimits) {
    (name, self.host, self.limits) = (host, host, limits.possible)
    (settings, hasMore, servesQueue, joins) = (0, false, false, { _ in false })
  }
}
