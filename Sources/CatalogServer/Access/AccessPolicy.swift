/// What is looked at before a request is answered at all: by which name the server is asked, who asks, and whether a page of
/// somebody else's makes the browser do it.
package struct AccessPolicy: Sendable, Equatable {
  private let hosts: HostNames
  private let proxies: TrustedProxies

  /// A policy of its parts.
  package init(hosts: HostNames = HostNames(), proxies: TrustedProxies = TrustedProxies()) {
    self.hosts = hosts
    self.proxies = proxies
  }

  /// Who asks.
  ///
  /// - Throws: ``Problem``: 400 where the request names no host, or several; 421 where it names one that is not ours.
  func client(of head: RequestHead, target: RequestTarget) throws(Problem) -> Client {
    let named = head.fields.values(of: "host")
    guard named.count == 1, let host = target.authority ?? named.first else {
      throw .badRequest("The request must name one host.")
    }
    let client = try proxies.client(of: head, host: host)
    for text in [host, client.host] {
      guard let authority = Authority(text) else { throw .badRequest("The host of the request cannot be read.") }
      if text == client.host, !hosts.contains(authority) {
        throw Problem(
          421, detail: "This server does not answer to that name. Its owner can add it to the names of the server.")
      }
    }
    return client
  }

  /// Refuses what changes something where the page that asks for it is not ours: browsers say so by `Sec-Fetch-Site` (Fetch
  /// Metadata, section 2.4), all but old ones, and by `Origin`. Who sends neither is no browser.
  ///
  /// - Throws: ``Problem``, 403.
  func requireOwnPage(_ request: Request) throws(Problem) {
    guard !request.method.isSafe else { return }
    if let site = request.fields["sec-fetch-site"] {
      guard site == "same-origin" || site == "none" else { throw Self.foreignPage }
      return
    }
    guard let text = request.fields["origin"] else {
      // A browser of long ago sends the forms of others' pages like this, with the cookies that it has for us.
      guard request.fields["authorization"] != nil || !FormBody.isSentByPages(request.fields) else {
        throw Self.formOfNobody
      }
      return
    }
    guard let origin = Authority.origin(text), let host = Authority(request.client.host) else { throw Self.foreignPage }
    let usual = origin.scheme == "https" ? 443 : 80
    // Who can change what goes over an open connection to this host may not speak for what comes by a secure one.
    guard !request.client.isSecure || origin.scheme == "https", origin.authority.host == host.host,
      origin.authority.port ?? usual == host.port ?? usual
    else {
      throw Self.foreignPage
    }
  }

  private static let formOfNobody = Problem(
    403,
    detail: "The form does not say from whose page it comes: programs send JSON, or log in with a device token.")

  private static let foreignPage = Problem(403, detail: "A page of another site may change nothing here.")
}
