import Catalog
import CommandLineKit

/// Functions that find sources named on the command line.
enum SourceArguments {
  /// Returns the source with the given name.
  ///
  /// - Throws: ``CommandError/noSource(_:nearest:)`` if there is none. The error contains the most similar name.
  static func source(_ name: String, _ snapshot: CatalogSnapshot) throws -> CatalogSource {
    do {
      return try snapshot.source(named: name)
    } catch let error as CatalogError where error.code == .noSuchSource {
      let names = try snapshot.sources().map(\.name)
      throw CommandError.noSource(name, nearest: suggestion(for: name, among: names))
    }
  }

  /// Returns the source with the given name. The source must be one that this program can refresh.
  ///
  /// - Throws: ``ValidationError`` for imports, for books added by hand, and for sources that an app refreshes.
  static func refreshedHere(_ name: String, _ snapshot: CatalogSnapshot) throws -> CatalogSource {
    let source = try refreshed(name, snapshot)
    guard source.kind != .app else {
      throw ValidationError("\(source.name) cannot be refreshed here: \(RefreshSources.ofApp)")
    }
    return source
  }

  /// Returns the source with the given name. The source must be one that this program or an app can refresh.
  ///
  /// - Throws: ``ValidationError`` for imports and for books added by hand.
  static func refreshed(_ name: String, _ snapshot: CatalogSnapshot) throws -> CatalogSource {
    let source = try source(name, snapshot)
    guard source.isRefreshed else {
      let reason =
        source.kind == .local
        ? "its books were added by hand" : "it was imported; 'catalog import FILE' imports a newer file"
      throw ValidationError("\(source.name) cannot be refreshed: \(reason)")
    }
    return source
  }

  /// Returns the sources with the given names, without duplicates.
  static func all(
    _ names: [String], _ snapshot: CatalogSnapshot, _ find: (String, CatalogSnapshot) throws -> CatalogSource
  ) throws -> [CatalogSource] {
    try names.map { try find($0, snapshot) }.uniqued()
  }
}

/// The types of source that a user can add.
enum AddedKind: String, CaseIterable, ExpressibleByArgument {
  case feed
  case opds
  case calibre
  case calibreLibrary = "calibre-library"
  case file
  case folder
  case koreader

  var kind: CatalogSource.Kind {
    switch self {
    case .feed: .feed
    case .opds: .opds
    case .calibre: .calibre
    case .calibreLibrary: .calibreLibrary
    case .file: .file
    case .folder: .folder
    case .koreader: .koreader
    }
  }
}
