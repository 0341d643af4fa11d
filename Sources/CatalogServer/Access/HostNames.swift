/// The host names that the server answers to.
///
/// The owner of a web site can make its host name resolve to 127.0.0.1. Pages of the site can then read the responses
/// of any server on the visitor's machine that answers to all names (DNS rebinding). Therefore this server answers only
/// to `localhost`, the addresses that it listens on, and the configured names.
package struct HostNames: Sendable, Equatable {
  private let names: Set<String>
  private let addresses: Set<NetworkAddress>

  /// Creates a list of names.
  ///
  /// - Parameters:
  ///   - names: The names in addition to `localhost`. Their case does not matter.
  ///   - addresses: The addresses that the server listens on. With 0.0.0.0 or ::, the server answers to any address.
  ///     This is safe, because DNS rebinding needs a host name.
  package init(_ names: [String] = [], addresses: [NetworkAddress] = []) {
    self.names = Set(names.compactMap { Authority($0)?.host } + ["localhost"])
    self.addresses = Set(addresses)
  }

  /// Returns true if a text is a host name or an address, in both cases without a port.
  package static func isName(_ text: String) -> Bool { Authority(text).map { $0.port == nil } ?? false }

  func contains(_ authority: Authority) -> Bool {
    if names.contains(authority.host) { return true }
    guard let address = authority.address else { return false }
    return addresses.contains(address) || addresses.contains(where: \.isUnspecified)
  }
}
