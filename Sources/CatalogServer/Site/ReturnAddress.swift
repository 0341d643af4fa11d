import CatalogSources

/// Where a form leads afterwards: an address of ours and of nobody else, whoever made the link to it.
struct ReturnAddress {
  /// As it stands in a link; empty for the beginning.
  let text: String

  /// The page that it leads to.
  func page(basePath: String) -> PageAddress {
    text.isEmpty ? PageAddress(basePath: basePath, path: []) : PageAddress(own: text)
  }

  /// What was asked for when the login came between; the beginning for what is no page to come back to.
  init(of request: Request) {
    guard request.method == .get else {
      text = ""
      return
    }
    let query = request.target.query.map {
      "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))"
    }
    text = request.target.encodedPath + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// What a form or a link says.
  ///
  /// - Parameter basePath: below which we are. Another path, an address with a host, and what only a browser takes for one
  ///   (`//host`, `/\host`) count as the beginning.
  init(_ text: String?, basePath: String) {
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
      let target = try? RequestTarget(text), target.authority == nil, !target.isServer,
      target.path.starts(with: basePath.split(separator: "/").map(String.init))
    else {
      self.text = ""
      return
    }
    self.text = text
  }
}
