import CatalogModel
import FoundationEssentials

/// Where a source is that somebody wants to add: an address or a path, checked, and the kind of source that is there.
public struct SourceLocation: Sendable, Equatable {
  /// `feed`, `opds`, `calibre`, `calibreLibrary`, `file`, `folder` or `koreader`.
  public let kind: CatalogSource.Kind
  /// An address of http or https without credentials, or an absolute path: of a calibre library, that of its folder.
  public let text: String

  /// - Parameters:
  ///   - given: what was typed: an address, a path, an address that begins with `file://`.
  ///   - kind: what was said of it; `nil` tells it by the address, where that can be told, and by what is at the path.
  ///   - folder: the absolute path that a relative one begins at.
  /// - Throws: `InvalidValue` with what to do instead.
  public init(_ given: String, kind: CatalogSource.Kind? = nil, in folder: String) throws {
    switch kind {
    case nil, .feed, .opds, .calibre, .calibreLibrary, .file, .folder, .koreader: break
    case .local?, .import?, .samples?, .app?:
      throw InvalidValue(
        "kind", kind?.rawValue ?? "",
        "sources that can be added are feed, opds, calibre, calibre-library, file, folder and koreader")
    }
    // Without a scheme it may be the name of a file.
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
          "it must begin with http:// or https://; a library on this machine has the kind calibre-library")
      case .local, .import, .samples, .feed, .opds, .app:
        throw InvalidValue(
          "address", HTTPAddress.shown(given), "it must begin with http:// or https://; a file has the kind file")
      }
      return
    }
    try Self.requireNoCredentials(given)
    // Whatever else is wrong with it is said by who reads addresses.
    do {
      _ = try HTTPOrigin(of: given)
    } catch {
      throw InvalidValue("address", error.subject, error.cause)
    }
    guard let known = kind ?? Self.kind(of: given) else {
      throw InvalidValue("address", HTTPAddress.shown(given), "say what is there: feed, opds or calibre")
    }
    guard !known.isPath else {
      throw InvalidValue(
        known.rawValue, HTTPAddress.shown(given), "that is an address: say what is there: feed, opds or calibre")
    }
    (self.kind, text) = (known, given)
  }

  /// - Returns: `nil` for an address.
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
        throw InvalidValue("address", HTTPAddress.shown(given), "only http:// and https:// can be read")
      }
      return nil
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw InvalidValue("path", path, "it is no path") }
    let parts = (path.hasPrefix("/") ? path : "\(folder)/\(path)").split(separator: "/").filter { $0 != "." }
    return "/" + parts.joined(separator: "/")
  }

  private static func requireNoCredentials(_ given: String) throws {
    guard withoutCredentials(given) != nil else { return }
    throw InvalidValue(
      "address", HTTPAddress.shown(given),
      "it has a user or a password in it, which does not belong there; give them apart")
  }

  /// An address without the user and the password that somebody wrote into it; one without a scheme, as
  /// `ada:secret@books.example/feed`, gets that of https.
  ///
  /// - Returns: `nil` for what has no credentials in it.
  public static func withoutCredentials(_ given: String) -> String? {
    guard let scheme = given.firstRange(of: "://") else {
      let authority = given.prefix { !"/?#".contains($0) }
      guard let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") else { return nil }
      return "https://\(given[given.index(after: at)...])"
    }
    let authority = given[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    return "\(given[..<scheme.upperBound])\(given[given.index(after: at)...])"
  }

  /// What is at a path, as far as its name and the files there tell.
  private static func kind(atPath path: String) -> CatalogSource.Kind {
    if LibraryFile.isLibrary(path) { return .calibreLibrary }
    return path.hasSuffix("/\(StatisticsFile.name)") ? .koreader : .file
  }

  /// What an address tells of what is there; `nil` where that is nothing.
  private static func kind(of address: String) -> CatalogSource.Kind? {
    let path = address.prefix { $0 != "#" && $0 != "?" }.lowercased()
    let parts = path.split(separator: "/").dropFirst(2)
    if parts.contains(where: { $0.hasPrefix("opds") }) || path.hasSuffix(".atom") || path.hasSuffix(".xml") {
      return .opds
    }
    if parts.last == "feed" || path.hasSuffix(".json") { return .feed }
    // Where a calibre server stands when nobody has said otherwise, and how its pages name a library.
    if parts.isEmpty, path.hasSuffix(":8080") || path.hasSuffix(":8080/") || address.contains("#") { return .calibre }
    return nil
  }
}

extension CatalogSource.Kind {
  /// Whether sources of this kind are at a path instead of an address.
  public var isPath: Bool {
    switch self {
    case .calibreLibrary, .file, .folder, .koreader: true
    case .local, .import, .samples, .feed, .opds, .calibre, .app: false
    }
  }
}
