import Catalog
import CatalogSources

/// The address that a browser returns to after it has sent a form. It is always an address of this site, even if
/// another site made the link.
struct ReturnAddress {
  /// The address as written in a link; empty for the start page.
  let text: String

  /// Returns the address as the target of a link.
  func page(basePath: String) -> PageAddress {
    text.isEmpty ? PageAddress(basePath: basePath, path: []) : PageAddress(own: text)
  }

  /// The book whose page the address is; `nil` for other pages.
  func book(basePath: String) -> Book.ID? {
    guard let path = try? RequestTarget(text).path.dropFirst(basePath.split(separator: "/").count), path.count >= 2,
      path.first == "book"
    else { return nil }
    return path.dropFirst().first.flatMap { Book.ID($0) }
  }

  /// Creates the address of a request that was interrupted by the login. If the request is not a GET, the address is
  /// the start page.
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

  /// Creates an address from the text of a form or a link.
  ///
  /// - Parameter basePath: The base path of the site. Addresses outside this path, addresses with a host, and addresses
  ///   that browsers treat as having a host (`//host`, `/\host`) are replaced by the start page.
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
