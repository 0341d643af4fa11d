import FoundationEssentials

/// The address of a feed, to which requests can be sent. It has no fragment.
struct OPDSAddress: Hashable {
  static let lengthLimit = 4_000

  let text: String
  private let origin: HTTPOrigin

  /// Creates the address that a link leads to. Returns `nil` if the link is not a web address, contains a user name, or
  /// is too long.
  init?(_ reference: String, relativeTo base: OPDSAddress? = nil) {
    let reference = reference.trimmed()
    guard reference.utf8.count <= Self.lengthLimit, !reference.utf8.contains(0),
      let resolved = URL(string: reference, relativeTo: base.flatMap { URL(string: $0.text) }),
      let address = try? HTTPAddress(resolved.absoluteString), address.text.utf8.count <= Self.lengthLimit
    else { return nil }
    (text, origin) = (address.text, address.origin)
  }

  /// Returns true if a catalog at this address may link to another address. The other address must have the same
  /// origin, or the same host with https instead of http.
  func mayLead(to other: OPDSAddress) -> Bool {
    origin == other.origin
      || (origin.scheme == "http" && other.origin.scheme == "https" && origin.host == other.origin.host
        && other.origin.port == HTTPOrigin.defaultPort(of: "https"))
  }
}
