import Catalog
import CatalogSources
import FoundationEssentials
import Platform

/// The covers that the server sends, and their addresses.
///
/// The address of a cover contains a hash of the book and of the cover's location, made with a random key that exists
/// only while the server runs. A client that knows the address can fetch this cover, but no other one. This lets
/// e-readers load images without credentials, while no request can choose what the server fetches.
struct ServedCovers: Sendable {
  /// A link to a cover.
  struct Link: Equatable {
    let address: String
    /// The last component of the address, from which ``cover(at:_:)`` finds the cover again.
    let name: String
    /// The media type of the image.
    let type: String
  }

  private let cache: CoverCache
  /// Returns true for addresses of the provider's covers, which are fetched when they are requested.
  private let isAtProvider: @Sendable (String) -> Bool
  private let provider: ProviderCovers
  /// The queue of covers at other addresses; `nil` to fetch none of them.
  let queue: CoverQueue?
  private let secret = SipHash.secret()

  /// Creates a collection of covers.
  ///
  /// - Parameters:
  ///   - host: The address of Open Library's covers, or of a mirror; `nil` to fetch nothing from it.
  ///   - queue: The queue of covers at other addresses; `nil` to fetch none of them.
  init(cache: CoverCache, host: String?, queue: CoverQueue? = nil) {
    (self.cache, self.queue) = (cache, queue)
    (isAtProvider, provider) = (Self.provider(at: host), ProviderCovers(cache: cache))
  }

  /// Returns a closure that returns true for addresses of covers at a provider.
  static func provider(at host: String?) -> @Sendable (String) -> Bool {
    guard let host else { return { _ in false } }
    // Without the slash at its end, the address would also match longer names of hosts.
    let base = host.hasSuffix("/") ? host : host + "/"
    return { OpenLibraryCovers.isCover($0, below: base) }
  }

  /// Returns the link to the first cover of a book that may be served; `nil` if there is no such cover. Covers that
  /// are not stored yet are queued if the viewer may edit.
  func link(of book: Book, _ view: ServedView, _ locations: ServedPlaces, basePath: String) throws -> Link? {
    for cover in try view.covers(of: book) {
      if let link = link(to: cover, of: book.id, locations, basePath: basePath) { return link }
      if view.viewer.mayEdit { queue?.want(cover, of: book.id) }
    }
    return nil
  }

  /// Returns the links to all covers of a book that may be served. Covers that are not stored yet are queued if the
  /// viewer may edit.
  func links(of book: Book, _ view: ServedView, _ locations: ServedPlaces, basePath: String) throws -> [Link] {
    try view.covers(of: book).compactMap { cover in
      if let link = link(to: cover, of: book.id, locations, basePath: basePath) { return link }
      if view.viewer.mayEdit { queue?.want(cover, of: book.id) }
      return nil
    }
  }

  private func link(to cover: String, of book: Book.ID, _ locations: ServedPlaces, basePath: String) -> Link? {
    guard isServed(cover, locations) else { return nil }
    let version = FileAddress.path(of: cover).flatMap(state).map { "-\($0)" } ?? ""
    let name = "\(book)-\(token(book, cover))\(version)"
    return Link(address: "\(basePath)/cover/\(name)", name: name, type: Self.type(of: cover))
  }

  /// Returns the cover at an address that the server has made since its start; `nil` for any other address.
  ///
  /// - Returns: The location of the cover, and true if its file has not changed since the address was made.
  func cover(at name: String, _ view: ServedView) throws -> (address: String, isCurrent: Bool)? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), parts[0].isDigits, let number = Int64(parts[0]), parts[1].utf8.count == 16
    else {
      return nil
    }
    let book = Book.ID(number)
    let locations = try ServedPlaces(view)
    for cover in try view.covers(of: book) ?? [] where token(book, cover) == parts[1] && isServed(cover, locations) {
      let version = FileAddress.path(of: cover).flatMap(state)
      return (cover, version == (parts.count == 3 ? parts[2] : nil))
    }
    return nil
  }

  /// Returns true if the server can send a cover: the cover is in an allowed location on this machine, was fetched
  /// before, or may be fetched.
  private func isServed(_ cover: String, _ locations: ServedPlaces) -> Bool {
    if let path = FileAddress.path(of: cover) { return locations.hasCover(at: path) }
    return cache.has(cover) ?? isAtProvider(cover)
  }

  /// Returns the image at a location that ``cover(at:_:)`` returned. Only images of the provider are fetched now.
  ///
  /// - Throws: The errors of ``CoverCache/cover(at:)``.
  func image(at address: String) async throws -> Cover {
    if FileAddress.path(of: address) != nil { return try await cache.cover(at: address) }
    if isAtProvider(address) { return try await provider.image(at: address) }
    guard let cover = try cache.stored(at: address) else {
      throw SourceFailure(.missing, "the cover", cause: "it is no longer stored")
    }
    return cover
  }

  /// The widths at which covers are sent, in pixels.
  static let widths = [160, 400]

  /// True if covers are sent at ``widths``, too.
  var hasSizes: Bool { cache.makesSizes }

  /// Returns a cover at one of ``widths``; `nil` if the original serves instead.
  func sized(_ cover: Cover, to width: Int) async -> Cover? { await cache.sized(cover, to: width) }

  /// Returns the failure to fetch a cover for the queue; `nil` if there is none.
  func failure(at address: String) -> CoverFailure? { queue == nil ? nil : cache.failure(at: address) }

  private func token(_ book: Book.ID, _ cover: String) -> String {
    secret.hash("\(book)\n\(cover)".utf8).hexadecimal
  }

  /// Returns a text that changes with the contents of a file; `nil` if there is no file.
  private func state(_ path: String) -> String? {
    guard let file = try? FileBody(path: path) else { return nil }
    return secret.hash("\(file.modified) \(file.size)".utf8).hexadecimal
  }

  /// Returns the media type that the extension of a cover's name suggests. The image may be of another type; its bytes
  /// are examined when the cover is sent.
  private static func type(of cover: String) -> String {
    let name = (FileAddress.member(of: cover) ?? String(cover.prefix { $0 != "?" })).lowercased()
    let kind = ImageHeader.Kind.allCases.first {
      name.hasSuffix("." + $0.fileExtension) || name.hasSuffix("." + $0.rawValue)
    }
    return "image/\((kind ?? .jpeg).rawValue)"
  }
}
