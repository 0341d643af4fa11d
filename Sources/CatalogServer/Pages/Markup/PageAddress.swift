import CatalogSources

/// The target of a link on a page: an address on this site or on the web.
struct PageAddress {
  /// The address before it is escaped for HTML.
  let text: String

  /// Creates an address of this site.
  ///
  /// - Parameters:
  ///   - basePath: The prefix of all paths on this server.
  ///   - path: The components of the path; none for the start page. An empty component at the end adds a slash.
  ///   - query: The parameters. Those with an empty value are left out.
  init(basePath: String, path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil) {
    let items = query.filter { !$0.value.isEmpty }.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }
    text =
      "\(basePath)/" + path.map(PercentEncoding.encoded).joined(separator: "/")
      + (items.isEmpty ? "" : "?" + items.joined(separator: "&")) + (fragment.map { "#\($0)" } ?? "")
  }

  /// Creates an address from a complete address of this site, including the base path.
  init(own address: String) { text = address }

  /// Returns the address with a parameter set, replacing any parameter with the same name.
  func with(_ name: String, _ value: String) -> PageAddress {
    let (address, fragment) = (text.prefix { $0 != "#" }, text.drop { $0 != "#" })
    let query = address.drop { $0 != "?" }.dropFirst().split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
    return PageAddress(
      own: address.prefix { $0 != "?" } + "?" + (query + ["\(name)=\(value)"]).joined(separator: "&") + fragment)
  }

  /// Creates a link to a fragment of the page itself.
  init(fragment: String) { text = "#" + PercentEncoding.encoded(fragment) }

  /// Creates a web address from a text that a source provided; returns `nil` unless it is an HTTP or HTTPS address. A
  /// `javascript:` address is not allowed.
  init?(web address: String) {
    let lower = address.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://"),
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    text = address
  }
}
