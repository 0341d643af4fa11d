import CatalogSources

/// The addresses of feeds.
enum FeedAddress {
  static func text(_ basePath: String, _ path: String, _ items: [(name: String, value: String)] = []) -> String {
    let query = items.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
    return basePath + path + (query.isEmpty ? "" : "?" + query)
  }

  /// Returns true if a text can be the value of a parameter. The server refuses control characters.
  static func canHold(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }
}
