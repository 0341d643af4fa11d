/// The checks that a request must pass before it is answered. They verify its host name, its client, and the web page
/// from which a browser sent it.
package struct AccessPolicy: Sendable, Equatable {
  private let hosts: HostNames
  private let proxies: TrustedProxies

  /// Creates a policy.
  package init(hosts: HostNames = HostNames(), proxies: TrustedProxies = TrustedProxies()) {
    self.hosts = hosts
    self.proxies = proxies
  }

  /// Returns the client of a request.
  ///
  /// - Throws: ``Problem``: 400 if the request does not name exactly one host; 421 if the server does not answer
  ///   requests for that host.
  func client(of head: RequestHead, target: RequestTarget) throws(Problem) -> Client {
    let named = head.fields.values(of: "host")
    guard named.count == 1, let host = target.authority ?? named.first else {
      throw .badRequest("The request must contain exactly one Host header.")
    }
    let client = try proxies.client(of: head, host: host)
    for text in [host, client.host] {
      guard let authority = Authority(text) else {
        throw .badRequest("The host name of the request is not valid.")
      }
      if text == client.host, !hosts.contains(authority) {
        throw Problem(
          421,
          detail: "This server does not answer requests for this host name. The server's owner can add it.")
      }
    }
    return client
  }

  /// Refuses a request that changes something if a browser sent it from a page of another site.
  ///
  /// Browsers report the page's site in `Sec-Fetch-Site` (Fetch Metadata, section 2.4), which old browsers do not send,
  /// and in `Origin`. A client that sends neither field is not a browser.
  ///
  /// - Throws: ``Problem``, 403.
  func requireOwnPage(_ request: Request) throws(Problem) {
    guard !request.method.isSafe else { return }
    if let site = request.fields["sec-fetch-site"] {
      guard site == "same-origin" || site == "none" else { throw Self.foreignPage }
      return
    }
    guard let text = request.fields["origin"] else {
      // A very old browser sends neither `Sec-Fetch-Site` nor `Origin`, but it does send this server's cookies, even
      // with a form of another site.
      guard request.fields["authorization"] != nil || !FormBody.isSentByPages(request.fields) else {
        throw Self.formOfUnknownPage
      }
      return
    }
    guard let origin = Authority.origin(text), let host = Authority(request.client.host) else { throw Self.foreignPage }
    let defaultPort = origin.scheme == "https" ? 443 : 80
    // Over HTTPS, refuse pages that this host served over HTTP: an attacker on the network may have modified them.
    guard !request.client.isSecure || origin.scheme == "https", origin.authority.host == host.host,
      origin.authority.port ?? defaultPort == host.port ?? defaultPort
    else {
      throw Self.foreignPage
    }
  }

  private static let formOfUnknownPage = Problem(
    403,
    detail: "The browser did not report which page sent the form. Programs can send JSON or log in with a device token."
  )

  private static let foreignPage = Problem(403, detail: "Pages of other sites cannot change this catalog.")
}
