/// The settings of a provider that scheduling depends on, read once, and whether the shared queue is served.
struct ProviderProfile: Sendable {
  let name: String
  let host: String
  let limits: MetadataLimits
  let settings: Int64
  let hasMore: Bool
  let joins: @Sendable (MetadataQuery) -> Bool
  /// Whether rows are fetched that others have queued, and descriptions; else only what lists show of the rows that are in
  /// sight or asked for here.
  let servesQueue: Bool

  init(_ provider: any MetadataProvider, servesQueue: Bool = true) {
    (name, host, limits) = (provider.name, provider.host, provider.limits.possible)
    (settings, hasMore, self.servesQueue) = (provider.settings, provider.hasMore, servesQueue)
    joins = { provider.joins($0) }
  }
}
