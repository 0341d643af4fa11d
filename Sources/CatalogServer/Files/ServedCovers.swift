import Catalog
import CatalogSources
import FoundationEssentials

/// The covers of books: which are served, and under which addresses.
///
/// An address holds a hash of the book and of where its cover is, with a key of this serving: who was given it can fetch that cover,
/// and no other one. So e-readers that load images without a password can be served, and nothing that a request says is fetched.
struct ServedCovers: Sendable {
  /// A cover as it is offered.
  struct Link: Equatable {
    let address: String
    /// A media type of images.
    let type: String
  }

  let cache: CoverCache
  /// From where covers are fetched that are not here yet: the host of a provider, and no other.
  private let host: String?
  private let secret = SipHash.secret()

  /// - Parameter host: `https://covers.openlibrary.org`; `nil` where nothing is fetched.
  init(cache: CoverCache, host: String?) {
    self.cache = cache
    self.host = host.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// The cover of a book; `nil` where it is known to have none that may be served.
  func link(of book: Book, _ view: ServedView, _ places: ServedPlaces, basePath: String) throws -> Link? {
    for cover in try view.covers(of: book) {
      guard isServed(cover, places) else { continue }
      let version = FileAddress.path(of: cover).flatMap(state).map { "-\($0)" } ?? ""
      return Link(
        address: "\(basePath)/cover/\(book.id)-\(token(book.id, cover))\(version)", type: Self.type(of: cover))
    }
    return nil
  }

  /// Where the cover is that an address of this serving leads to; `nil` of any other text.
  ///
  /// - Returns: whether the address is that of the file as it is now, too.
  func cover(at name: String, _ view: ServedView) throws -> (address: String, isCurrent: Bool)? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), parts[0].isDigits, let number = Int64(parts[0]), parts[1].utf8.count == 16
    else {
      return nil
    }
    let book = Book.ID(number)
    let places = try ServedPlaces(view)
    for cover in try view.covers(of: book) ?? [] where token(book, cover) == parts[1] && isServed(cover, places) {
      let version = FileAddress.path(of: cover).flatMap(state)
      return (cover, version == (parts.count == 3 ? parts[2] : nil))
    }
    return nil
  }

  /// Whether it is on this machine where that may be read, was fetched before, or may be fetched.
  private func isServed(_ cover: String, _ places: ServedPlaces) -> Bool {
    if let path = FileAddress.path(of: cover) { return places.hasCover(at: path) }
    return cache.has(cover) ?? host.map(cover.hasPrefix) ?? false
  }

  private func token(_ book: Book.ID, _ cover: String) -> String {
    hexadecimal(secret.hash("\(book)\n\(cover)".utf8))
  }

  /// What of a file changes with its contents; `nil` where there is none.
  private func state(_ path: String) -> String? {
    guard let file = try? FileBody(path: path) else { return nil }
    return hexadecimal(secret.hash("\(file.modified) \(file.size)".utf8))
  }

  private func hexadecimal(_ number: UInt64) -> String { String(number, radix: 16).leftPadded(to: 16) }

  /// By the ending of its name, which may mean less than its bytes: those are looked at when it is sent.
  private static func type(of cover: String) -> String {
    let name = (FileAddress.member(of: cover) ?? String(cover.prefix { $0 != "?" })).lowercased()
    let kind = ImageHeader.Kind.allCases.first {
      name.hasSuffix("." + $0.fileExtension) || name.hasSuffix("." + $0.rawValue)
    }
    return "image/\((kind ?? .jpeg).rawValue)"
  }
}
