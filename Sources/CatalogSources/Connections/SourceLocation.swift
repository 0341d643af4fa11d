import CatalogModel
import FoundationEssentials

/// The checked address or path of a source to be added, and the kind of the source.
public struct SourceLocation: Sendable, Equatable {
  /// The kind: `feed`, `opds`, `calibre`, `calibreLibrary`, `file`, `folder` or `koreader`.
  public let kind: CatalogSource.Kind
  /// An http or https URL without credentials, or an absolute path. For a calibre library, the path of its folder.
  public let text: String

  /// Checks an address or a path.
  ///
  /// - Parameters:
  ///   - given: The user's input: an address, a path, or a `file://` URL.
  ///   - kind: The kind that the user specified, or `nil` to detect it from the address or from the files at the path.
  ///   - folder: The absolute path of the folder to which relative paths refer.
  /// - Throws: `InvalidValue` with a suggestion.
  public init(_ given: String, kind: CatalogSource.Kind? = nil, in folder: String) throws {
    switch kind {
    case nil, .feed, .opds, .calibre, .calibreLibrary, .file, .folder, .koreader: break
    case .local?, .import?, .samples?, .app?:
      throw InvalidValue(
        "kind", kind?.rawValue ?? "",
        "it must be feed, opds, calibre, calibre-library, file, folder or koreader")
    }
    // Text without a scheme could also be taken for a file name, so check it for credentials first.
    if kind?.isPath != true, !given.contains("://") { try Self.requireNoCredentials(given) }
    if let path = try Self.path(given, in: folder) {
      switch kind ?? Self.kind(atPath: path) {
      case .file: (self.kind, text) = (.file, path)
      case .folder: (self.kind, text) = (.folder, path)
      case .koreader: (self.kind, text) = (.koreader, StatisticsFile.path(of: path))
      case .calibreLibrary: (self.kind, text) = (.calibreLibrary, LibraryFile.folder(of: path))
      case .calibre:
        throw InvalidValue(
          "address", HTTPAddress.shown(given),
          "it must begin with http:// or https://; for a library on this computer, use the kind calibre-library")
      case .local, .import, .samples, .feed, .opds, .app:
        throw InvalidValue(
          "address", HTTPAddress.shown(given), "it must begin with http:// or https://; for a file, use the kind file")
      }
      return
    }
    try Self.requireNoCredentials(given)
    // The URL parser reports all other errors.
    do {
      _ = try HTTPOrigin(of: given)
    } catch {
      throw InvalidValue("address", error.subject, error.cause)
    }
    guard let known = kind ?? Self.kind(of: given) else {
      throw InvalidValue("address", HTTPAddress.shown(given), "choose its kind: feed, opds or calibre")
    }
    guard !known.isPath else {
      throw InvalidValue(
        known.rawValue, HTTPAddress.shown(given), "for a web address, choose another kind: feed, opds or calibre")
    }
    (self.kind, text) = (known, given)
  }

  /// Returns the absolute path, or `nil` for an address.
  private static func path(_ given: String, in folder: String) throws -> String? {
    let lowercased = given.lowercased()
    var path = given
    if lowercased.hasPrefix("file://") {
      guard let decoded = URL(string: given), decoded.isFileURL, !decoded.path.isEmpty else {
        throw InvalidValue("path", given, "it cannot be read")
      }
      path = decoded.path
    } else if given.contains("://") {
      guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://") else {
        throw InvalidValue("address", HTTPAddress.shown(given), "it must begin with http:// or https://")
      }
      return nil
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw InvalidValue("path", path, "it is not a valid path") }
    let parts = (path.hasPrefix("/") ? path : "\(folder)/\(path)").split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }

  private static func requireNoCredentials(_ given: String) throws {
    guard withoutCredentials(given) != nil else { return }
    throw InvalidValue(
      "address", HTTPAddress.shown(given),
      "it must not contain a user or a password; enter them separately")
  }

  /// Removes the user and the password from an address. An address without a scheme, such as
  /// `ada:secret@books.example/feed`, becomes an https URL.
  ///
  /// - Returns: The address, or `nil` if the text contains no credentials.
  public static func withoutCredentials(_ given: String) -> String? { FileAddress.withoutCredentials(given) }

  /// Returns the kind of source at a path, judging by its name and the files there.
  private static func kind(atPath path: String) -> CatalogSource.Kind {
    if LibraryFile.isLibrary(path) { return .calibreLibrary }
    return path.hasSuffix("/\(StatisticsFile.name)") ? .koreader : .file
  }

  /// Returns the kind of source that an address indicates, or `nil` if it is unclear.
  private static func kind(of address: String) -> CatalogSource.Kind? {
    let path = address.prefix { $0 != "#" && $0 != "?" }.lowercased()
    let parts = path.split(separator: "/").dropFirst(2)
    if parts.contains(where: { $0.hasPrefix("opds") }) || path.hasSuffix(".atom") || path.hasSuffix(".xml") {
      return .opds
    }
    if parts.last == "feed" || path.hasSuffix(".json") { return .feed }
    // 8080 is the default port of a calibre server, whose pages refer to a library after a `#`.
    if parts.isEmpty, path.hasSuffix(":8080") || path.hasSuffix(":8080/") || address.contains("#") { return .calibre }
    return nil
  }
}

extension CatalogSource.Kind {
  /// True if sources of this kind have a path instead of an address.
  public var isPath: Bool {
    switch self {
    case .calibreLibrary, .file, .folder, .koreader: true
    case .local, .import, .samples, .feed, .opds, .calibre, .app: false
    }
  }
}
