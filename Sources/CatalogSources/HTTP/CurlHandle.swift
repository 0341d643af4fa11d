import CCurl

/// The settings of a transfer.
struct CurlSetup: Sendable {
  let method: HTTPRequest.Method
  let address: HTTPAddress
  /// The address in a form that is safe to show in messages.
  let subject: String
  let headers: [String: String]
  let bodyLimit: Int
  let credentials: HTTPCredentials?
  let options: CurlTransport.Options
  /// The remaining part of the total time limit, in seconds.
  let timeLeft: Double

  var bufferSize: Int { options.bufferSize }
}

/// A libcurl handle for one transfer, and the memory that must live as long as the handle. Used only on the thread of
/// ``CurlLoop``.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// True if libcurl rejected an option.
  private var hasFailed = false

  /// The size of libcurl's receive buffer. It limits the amount of decompressed data that one read can produce while
  /// the transfer is paused.
  private static let readSize = 16_384

  /// Creates a handle.
  ///
  /// - Parameter transfer: Receives the data. It must outlive the handle.
  init?(_ setup: CurlSetup, _ transfer: CurlTransfer) {
    guard let easy = ccurl_easy_init() else { return nil }
    self.easy = easy
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
    setTakers(Unmanaged.passUnretained(transfer).toOpaque())
    setRequest(setup)
    setLimits(setup)
    setCompany(setup)
    if setup.options.peers != nil { setOpener(Unmanaged.passUnretained(transfer).toOpaque()) }
    if hasFailed { return nil }
  }

  deinit {
    ccurl_easy_cleanup(easy)
    ccurl_slist_free_all(headers)
    errorText.deallocate()
  }

  /// libcurl's description of its error, or an empty string.
  var errorMessage: String { String(cString: errorText) }

  /// True if the request was sent. If not, no connection was established.
  var wasSent: Bool { ccurl_easy_number(easy, CURLINFO_REQUEST_SIZE) > 0 }

  /// True if a proxy refused to connect because it requires authentication.
  var proxyWantsCredentials: Bool { ccurl_easy_number(easy, CURLINFO_HTTP_CONNECTCODE) == 407 }

  private func setTakers(_ transfer: UnsafeMutableRawPointer) {
    set(CURLOPT_HEADERDATA, transfer)
    set(CURLOPT_WRITEDATA, transfer)
    check(
      ccurl_easy_set_taker(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, transfer in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlHandle.transfer(transfer).takeLine(line) ? line.count : -1
      })
    check(
      ccurl_easy_set_taker(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
        CurlHandle.transfer(transfer).takePiece(UnsafeRawBufferPointer(start: bytes, count: size * count))
      })
  }

  private func setOpener(_ transfer: UnsafeMutableRawPointer) {
    set(CURLOPT_OPENSOCKETDATA, transfer)
    check(
      ccurl_easy_set_opener(easy) { transfer, _, address in
        address.map { CurlHandle.transfer(transfer).openSocket(to: $0) } ?? -1
      })
  }

  private static func transfer(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer {
    Unmanaged<CurlTransfer>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private func setRequest(_ setup: CurlSetup) {
    set(CURLOPT_URL, setup.address.text)
    if setup.method == .head { set(CURLOPT_NOBODY, 1) }
    set(CURLOPT_USERAGENT, setup.options.userAgent)
    // Accept all encodings that this libcurl can decode.
    set(CURLOPT_ACCEPT_ENCODING, "")
    // With HTTP/2, unread data would be buffered in memory, up to the size of the stream's window. With HTTP/1.1, the
    // data waits in the socket.
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    for (name, value) in setup.headers.sorted(by: { $0.key < $1.key }) {
      headers = ccurl_slist_append(headers, value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if let headers { set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(headers)) }
    if let credentials = setup.credentials {
      // libcurl first sends the request without credentials, because some servers answer 400 to an authentication
      // scheme that they do not expect.
      set(CURLOPT_HTTPAUTH, Int(CCURL_AUTH_BASIC_OR_DIGEST))
      set(CURLOPT_USERNAME, credentials.user)
      set(CURLOPT_PASSWORD, credentials.password)
    }
  }

  private func setLimits(_ setup: CurlSetup) {
    // The transport follows redirects itself and checks each one.
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_UNRESTRICTED_AUTH, 0)
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_BUFFERSIZE, Self.readSize)
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(setup.options.connectTimeout.seconds))
    set(CURLOPT_TIMEOUT_MS, milliseconds(setup.timeLeft))
    set(CURLOPT_LOW_SPEED_LIMIT, 1)
    set(CURLOPT_LOW_SPEED_TIME, (milliseconds(setup.options.idleTimeout.seconds) + 999) / 1000)
  }

  private func setCompany(_ setup: CurlSetup) {
    let network = setup.options.network
    // Set these even if empty. Otherwise libcurl would read the environment of the process.
    set(CURLOPT_PROXY, network.proxy(for: setup.address.origin) ?? "")
    set(CURLOPT_NOPROXY, network.withoutProxy ?? "")
    if let file = network.certificateFile { set(CURLOPT_CAINFO, file) }
    if let folder = network.certificateFolder { set(CURLOPT_CAPATH, folder) }
  }

  private func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds * 1000, 1), 2_000_000_000)) }

  private func set(_ option: CURLoption, _ value: Int) { check(ccurl_easy_set_number(easy, option, value)) }
  private func set(_ option: CURLoption, _ value: String) { check(ccurl_easy_set_text(easy, option, value)) }

  private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    check(ccurl_easy_set_pointer(easy, option, value))
  }

  private func check(_ code: CURLcode) {
    if code != CURLE_OK { hasFailed = true }
  }
}
