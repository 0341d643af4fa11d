import CatalogModel

/// Makes the providers that there are.
public enum MetadataProviders {
  /// Their names.
  public static let names = ["openlibrary", "slow"]

  /// The provider of a name.
  ///
  /// - Parameters:
  ///   - name: `nil` for the one that the settings name.
  ///   - settings: addresses, and how the user can be reached.
  ///   - transport: is called for a provider that speaks HTTP; what it gives should send the settings' contact.
  /// - Throws: ``CatalogError`` with the code `noSuchSource` for a name that is none; ``SourceFailure`` for a provider whose
  ///   address is none; what `transport` throws.
  public static func make(
    _ name: String? = nil, settings: Settings, transport: () throws -> any HTTPTransport
  ) throws -> any MetadataProvider {
    let asked = name ?? settings.metadata
    switch asked {
    case "openlibrary": return try OpenLibraryProvider(settings: settings, transport: try transport())
    case "slow": return SlowProvider()
    default:
      let place = name == nil ? " in \(settings.path)" : ""
      throw CatalogError(
        .noSuchSource, "find", asked, cause: "no metadata provider \(asked)\(place)",
        hint: "there are: \(names.joined(separator: ", "))")
    }
  }
}
