import Catalog
import CatalogServer
import CatalogSources
import CommandLineKit

/// A factory for metadata providers, the cover cache and the ISBN file, based on the user's settings.
struct MetadataConnections {
  let environment: [String: String]

  /// Creates a provider.
  ///
  /// - Parameter name: The name of the provider; `nil` for the provider in the settings.
  func provider(_ name: String?) throws -> any MetadataProvider {
    let settings = try Settings(environment: environment)
    return try MetadataProviders.make(name, settings: settings) { transport(settings) }
  }

  /// Returns the name of the requested provider, or of the provider in the settings, without creating the provider.
  func providerName(_ name: String?) throws -> String { try name ?? Settings(environment: environment).metadata }

  /// Creates a provider that supports searching.
  ///
  /// - Throws: ``ValidationError`` if the requested provider does not support searching.
  func searchedProvider(_ name: String?) throws -> OpenLibraryProvider {
    let provider = try provider(name)
    guard let searched = provider as? OpenLibraryProvider else {
      throw ValidationError("\(provider.name) cannot be searched; use --provider openlibrary")
    }
    return searched
  }

  /// Returns an object that identifies books by their ISBNs and keys; `nil` if the provider in the settings does not
  /// support that. The object shares its rate limits with the catalog's metadata fetchers.
  ///
  /// - Parameter isOffline: True to use only the ISBN file, without any requests. The result is then `nil` if there is
  ///   no such file.
  func completer(
    _ catalog: BookCatalog, isOffline: Bool = false, _ diagnostics: Diagnostics
  ) throws -> (any RecordCompleter)? {
    let offline = try isbnFile(diagnostics).map(ISBNFileCompleter.init)
    if isOffline { return offline }
    guard let provider = try provider(nil) as? OpenLibraryProvider else { return nil }
    return OpenLibraryCompleter(provider, turns: catalog.hostTurns(of: provider), offline: offline)
  }

  /// Returns the path of the ISBN file, even if the file does not exist.
  func isbnFilePath() throws -> String {
    ISBNFile.path(settings: try Settings(environment: environment), environment: environment)
  }

  /// Returns the file used to identify books by ISBN when the provider does not respond; `nil` if there is no such
  /// file. An unusable file causes a warning, not an error.
  func isbnFile(_ diagnostics: Diagnostics) throws -> ISBNFile? {
    let path = try isbnFilePath()
    do { return try ISBNFile(path: path) } catch let error as CatalogError {
      if error.code != .missing { diagnostics.warning("\(error)") }
      return nil
    }
  }

  /// Returns the cache of covers.
  ///
  /// - Parameter isOffline: True to use only covers that are already in the cache, without any requests.
  func covers(isOffline: Bool) throws -> CoverCache {
    let settings = try Settings(environment: environment)
    let options = CurlTransport.Options.coversOfProvider(
      isWellKnown: settings.openLibraryCovers == Settings.defaultOpenLibraryCovers, version: ProgramVersion.number,
      contact: settings.contact, environment: environment)
    return CoverCache(
      folder: CoverCache.folder(environment: environment), limit: settings.coverCache * 1_000_000,
      transport: isOffline ? OfflineTransport() : CurlTransport(options: options), images: ImageHelper())
  }

  /// Returns the means with which the server fetches covers from any host that books name.
  ///
  /// - Parameter isOffline: True to fetch nothing.
  /// - Returns: `nil` if the settings do not allow it.
  func bookCovers(isOffline: Bool) throws -> BookCovers? {
    let settings = try Settings(environment: environment)
    guard settings.covers != .off, !isOffline else { return nil }
    let options = CurlTransport.Options.publicHosts(version: ProgramVersion.number, environment: environment)
    let cache = CoverCache(
      folder: CoverCache.folder(environment: environment), limit: settings.coverCache * 1_000_000,
      transport: CurlTransport(options: options))
    return BookCovers(cache: cache, setting: settings.covers)
  }

  private func transport(_ settings: Settings) -> any HTTPTransport {
    CurlTransport(
      options: CurlTransport.Options(
        version: ProgramVersion.number, contact: settings.contact, environment: environment),
      credentials: [:])
  }
}
