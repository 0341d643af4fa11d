import FoundationEssentials

/// The address of a feed: one that requests can be sent to, without the part behind `#`.
struct OPDSAddress: Hashable {
  static let lengthLimit = 4_000

  let text: String
  private let origin: HTTPOrigin

  /// An address as a link gives it; `nil` for what is none of the web, has a user in it, or is too long.
  init?(_ reference: String, relativeTo base: OPDSAddress? = nil) {
    let reference = reference.trimmed()
    guard reference.utf8.count <= Self.lengthLimit, !reference.utf8.contains(0),
      let resolved = URL(string: reference, relativeTo: base.flatMap { URL(string: $0.text) }),
      let address = try? HTTPAddress(resolved.absoluteString), address.text.utf8.count <= Self.lengthLimit
    else { return nil }
    (text, origin) = (address.text, address.origin)
  }

  /// Whether a catalog at this address may lead there: to the same origin, or from http to https on the same host.
  func mayLead(to other: OPDSAddress) -> Bool {
    origin == other.origin
      || (origin.scheme == "http" && other.origin.scheme == "https" && origin.host == other.origin.host
        && other.origin.port == HTTPOrigin.defaultPort(of: "https"))
  }
}
