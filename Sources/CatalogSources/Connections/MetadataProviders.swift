import CatalogModel

/// Creates the available metadata providers.
public enum MetadataProviders {
  /// The names of the providers.
  public static let names = ["openlibrary", "slow"]

  /// Creates a provider.
  ///
  /// ```swift
  /// let provider = try MetadataProviders.make(settings: settings) { transport }
  /// let fetcher = catalog.metadataFetcher(provider: provider)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the provider, or `nil` for the provider that the settings name.
  ///   - settings: The settings with the addresses and the user's contact.
  ///   - transport: Returns a transport, for providers that use HTTP. It should send the contact in the settings.
  /// - Throws: ``CatalogError`` with the code `noSuchSource` for an unknown name; ``SourceFailure`` if the address of
  ///   the provider is not valid; errors thrown by `transport`.
  public static func make(
    _ name: String? = nil, settings: Settings, transport: () throws -> any HTTPTransport
  ) throws -> any MetadataProvider {
    let requested = name ?? settings.metadata
    switch requested {
    case "openlibrary": return try OpenLibraryProvider(settings: settings, transport: try transport())
    case "slow": return SlowProvider()
    default:
      let location = name == nil ? " in \(settings.path)" : ""
      throw CatalogError(
        .noSuchSource, "find", requested, cause: "no metadata provider \(requested)\(location)",
        hint: "available providers: \(names.joined(separator: ", "))")
    }
  }
}
