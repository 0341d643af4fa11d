import CatalogSources

/// The means to fetch the covers that books name on the web, at any host.
public struct BookCovers: Sendable {
  let cache: CoverCache
  let setting: CoverSetting
  var environment = CoverQueue.Environment()

  /// Creates the means.
  ///
  /// - Parameters:
  ///   - cache: A cache with the same folder as that of the site, and a transport for addresses that strangers may have
  ///     chosen (``CurlTransport/Options/publicHosts(version:environment:)``).
  ///   - setting: Determines whether covers are fetched.
  public init(cache: CoverCache, setting: CoverSetting) { (self.cache, self.setting) = (cache, setting) }
}
