/// Network settings from the environment: proxies, and trusted certificates.
struct HTTPNetworkSettings: Sendable {
  private let proxies: [String: String]
  /// The hosts that are contacted without a proxy, in curl's syntax.
  let withoutProxy: String?
  /// The path of a PEM file with certificates.
  let certificateFile: String?
  /// The path of a folder with certificates under hashed names.
  let certificateFolder: String?

  /// Reads the settings.
  ///
  /// - Parameter environment: The variables that curl uses. As in curl, `HTTP_PROXY` in capitals is ignored, because
  ///   clients of a CGI web server can set it.
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

  /// Returns the proxy for an origin, or `nil` if no proxy is configured.
  func proxy(for origin: HTTPOrigin) -> String? { proxies[origin.scheme] }
}
