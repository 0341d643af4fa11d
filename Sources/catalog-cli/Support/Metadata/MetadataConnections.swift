import Catalog
import CatalogSources
import CommandLineKit

/// Creates metadata providers and the cover cache from the user's settings.
struct MetadataConnections {
  let environment: [String: String]

  /// Returns a provider.
  ///
  /// - Parameter name: The provider's name; `nil` for the one in the settings.
  func provider(_ name: String?) throws -> any MetadataProvider {
    let settings = try Settings(environment: environment)
    return try MetadataProviders.make(name, settings: settings) { transport(settings) }
  }

  /// Returns the name of the provider without creating it.
  func providerName(_ name: String?) throws -> String { try name ?? Settings(environment: environment).metadata }

  /// Returns a provider that supports searching.
  ///
  /// - Throws: ``ValidationError`` if the provider does not.
  func searchedProvider(_ name: String?) throws -> OpenLibraryProvider {
    let provider = try provider(name)
    guard let searched = provider as? OpenLibraryProvider else {
      throw ValidationError("\(provider.name) cannot be searched; use --provider openlibrary")
    }
    return searched
  }

  /// Returns an object that identifies books by ISBNs and keys; `nil` if the provider in the settings cannot do that.
  /// Its requests count against the limits of the catalog's fetchers.
  ///
  /// - Parameter isOffline: True to send no requests and use only the ISBN file.
  func completer(
    _ catalog: BookCatalog, isOffline: Bool = false, _ diagnostics: Diagnostics
  ) throws -> (any RecordCompleter)? {
    let offline = try isbnFile(diagnostics).map(ISBNFileCompleter.init)
    if isOffline { return offline }
    guard let provider = try provider(nil) as? OpenLibraryProvider else { return nil }
    return OpenLibraryCompleter(provider, turns: catalog.hostTurns(of: provider), offline: offline)
  }

  /// Returns the path of the ISBN file, whether it exists or not.
  func isbnFilePath() throws -> String {
    ISBNFile.path(settings: try Settings(environment: environment), environment: environment)
  }

  /// Returns the file that identifies books by ISBN when no provider answers; `nil` if there is none. An unusable file
  /// causes a warning, not an error.
  func isbnFile(_ diagnostics: Diagnostics) throws -> ISBNFile? {
    let path = try isbnFilePath()
    do { return try ISBNFile(path: path) } catch let error as CatalogError {
      if error.code != .missing { diagnostics.warning("\(error)") }
      return nil
    }
  }

  /// Returns the cache of covers.
  ///
  /// - Parameter isOffline: True to use cached covers only.
  func covers(isOffline: Bool) throws -> CoverCache {
    let settings = try Settings(environment: environment)
    return CoverCache(
      folder: CoverCache.folder(environment: environment), limit: settings.coverCache * 1_000_000,
      transport: isOffline ? OfflineTransport() : transport(settings))
  }

  private func transport(_ settings: Settings) -> any HTTPTransport {
    CurlTransport(
      options: CurlTransport.Options(
        version: ProgramVersion.number, contact: settings.contact, environment: environment),
      credentials: [:])
  }
}
