/// By which names the server may be asked.
///
/// A page of anybody's can have its name lead to 127.0.0.1 and then read what a server there answers, as long as that answers
/// to any name (DNS rebinding). So it answers to its own only: `localhost`, the addresses it listens at, and those that it is told.
package struct HostNames: Sendable, Equatable {
  private let names: Set<String>
  private let addresses: Set<NetworkAddress>

  /// - Parameters:
  ///   - names: besides `localhost`, in any case.
  ///   - addresses: where the server listens. At 0.0.0.0 and :: it may be asked by any address: no page can have one that is not
  ///     its own.
  package init(_ names: [String] = [], addresses: [NetworkAddress] = []) {
    self.names = Set(names.compactMap { Authority($0)?.host } + ["localhost"])
    self.addresses = Set(addresses)
  }

  /// Whether a text is a name or an address, without a port.
  package static func isName(_ text: String) -> Bool { Authority(text).map { $0.port == nil } ?? false }

  func contains(_ authority: Authority) -> Bool {
    if names.contains(authority.host) { return true }
    guard let address = authority.address else { return false }
    return addresses.contains(address) || addresses.contains(where: \.isUnspecified)
  }
}
