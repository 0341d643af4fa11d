import CatalogSources

/// Where a link of a page leads: to something of ours, or to an address of the web.
struct PageAddress {
  /// As it stands in the page, before it is escaped.
  let text: String

  /// - Parameters:
  ///   - basePath: what stands before all paths.
  ///   - path: its parts, none for the beginning; an empty one at the end is a slash there.
  ///   - query: parameters, of which those without a value are left out.
  init(basePath: String, path: [String], query: [(name: String, value: String)] = [], fragment: String? = nil) {
    let items = query.filter { !$0.value.isEmpty }.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }
    text =
      "\(basePath)/" + path.map(PercentEncoding.encoded).joined(separator: "/")
      + (items.isEmpty ? "" : "?" + items.joined(separator: "&")) + (fragment.map { "#\($0)" } ?? "")
  }

  /// An address of ours that others have made, with the base path.
  init(own address: String) { text = address }

  /// The same address with a parameter more, in the place of one of its name.
  func with(_ name: String, _ value: String) -> PageAddress {
    let (address, fragment) = (text.prefix { $0 != "#" }, text.drop { $0 != "#" })
    let query = address.drop { $0 != "?" }.dropFirst().split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
    return PageAddress(
      own: address.prefix { $0 != "?" } + "?" + (query + ["\(name)=\(value)"]).joined(separator: "&") + fragment)
  }

  /// A place on the page itself.
  init(fragment: String) { text = "#" + PercentEncoding.encoded(fragment) }

  /// An address of the web as a source says it; `nil` for what is none, such as one that holds a script.
  init?(web address: String) {
    let lower = address.lowercased()
    guard lower.hasPrefix("http://") || lower.hasPrefix("https://"),
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { return nil }
    text = address
  }
}
