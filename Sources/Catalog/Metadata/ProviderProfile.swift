/// The settings of a provider that affect scheduling, read once, and whether this fetcher serves the shared queue.
struct ProviderProfile: Sendable {
  let name: String
  let host: String
  let limits: MetadataLimits
  let settings: Int64
  let hasMore: Bool
  let joins: @Sendable (MetadataQuery) -> Bool
  /// True to fetch all rows in the queue, including those queued by others, with descriptions. False to fetch only
  /// visible rows and rows requested here, without descriptions.
  let servesQueue: Bool

  init(_ provider: any MetadataProvider, servesQueue: Bool = true) {
    (name, host, limits) = (provider.name, provider.host, provider.limits.possible)
    (settings, hasMore, self.servesQueue) = (provider.settings, provider.hasMore, servesQueue)
    joins = { provider.joins($0) }
  }
}
