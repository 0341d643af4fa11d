/// Settings of the network that the environment gives: proxies, and whose certificates are trusted.
struct HTTPNetworkSettings: Sendable {
  private let proxies: [String: String]
  /// Hosts that are spoken to directly, as curl takes them.
  let withoutProxy: String?
  /// A file of certificates in PEM form.
  let certificateFile: String?
  /// A folder of certificates with hashed names.
  let certificateFolder: String?

  /// - Parameter environment: the variables that curl knows. `HTTP_PROXY` in capitals is not read, as curl does not: where
  ///   a web server starts programs, who asks can set it.
  init(_ environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let other = value("all_proxy", "ALL_PROXY")
    proxies = ["http": value("http_proxy") ?? other, "https": value("https_proxy", "HTTPS_PROXY") ?? other]
      .compactMapValues(\.self)
    withoutProxy = value("no_proxy", "NO_PROXY")
    certificateFile = value("CURL_CA_BUNDLE", "SSL_CERT_FILE")
    certificateFolder = value("SSL_CERT_DIR")
  }

  /// The proxy for an origin, if there is one.
  func proxy(for origin: HTTPOrigin) -> String? { proxies[origin.scheme] }
}
