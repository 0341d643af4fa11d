import Catalog
import CatalogSources
import CommandLineKit

/// Makes providers of metadata, and the cache of their covers, ready to be asked, as the user's settings say.
struct MetadataConnections {
  let environment: [String: String]

  /// - Parameter name: of a provider; `nil` for the one that the settings name.
  func provider(_ name: String?) throws -> any MetadataProvider {
    let settings = try Settings(environment: environment)
    return try MetadataProviders.make(name, settings: settings) { transport(settings) }
  }

  /// The name of the provider that is meant, which is not made ready.
  func providerName(_ name: String?) throws -> String { try name ?? Settings(environment: environment).metadata }

  /// A provider that can be searched.
  ///
  /// - Throws: ``ValidationError`` for one that cannot.
  func searchedProvider(_ name: String?) throws -> OpenLibraryProvider {
    let provider = try provider(name)
    guard let searched = provider as? OpenLibraryProvider else {
      throw ValidationError("\(provider.name) cannot be searched: use --provider openlibrary")
    }
    return searched
  }

  /// Who knows which books ISBNs and keys are, asked within the limits of a catalog's fetchers; `nil` where the settings name
  /// somebody who does not.
  ///
  /// - Parameter isOffline: whether nobody is asked: what the ISBN file knows has to do.
  func completer(
    _ catalog: BookCatalog, isOffline: Bool = false, _ diagnostics: Diagnostics
  ) throws -> (any RecordCompleter)? {
    let offline = try isbnFile(diagnostics).map(ISBNFileCompleter.init)
    if isOffline { return offline }
    guard let provider = try provider(nil) as? OpenLibraryProvider else { return nil }
    return OpenLibraryCompleter(provider, turns: catalog.hostTurns(of: provider), offline: offline)
  }

  /// Where the ISBN file is, or would be.
  func isbnFilePath() throws -> String {
    ISBNFile.path(settings: try Settings(environment: environment), environment: environment)
  }

  /// The file that knows books by their ISBNs, for where nobody answers; `nil` where there is none. One that cannot be used is
  /// said, and is no reason to do without the rest.
  func isbnFile(_ diagnostics: Diagnostics) throws -> ISBNFile? {
    let path = try isbnFilePath()
    do { return try ISBNFile(path: path) } catch let error as CatalogError {
      if error.code != .missing { diagnostics.warning("\(error)") }
      return nil
    }
  }

  /// The covers that were fetched before, and those that are fetched now.
  ///
  /// - Parameter isOffline: whether none is fetched.
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
