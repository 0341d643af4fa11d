import CCurl
import CatalogModel

extension CurlSetup {
  /// Converts an error of libcurl to a failure with a message for users.
  func failure(_ code: CURLcode, _ handle: CurlHandle) -> SourceFailure {
    if handle.proxyWantsCredentials { return .proxyCredentials(subject) }
    return switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: failure(.unreachable, "the proxy could not be found", hint: Self.proxyHint)
    case CURLE_PROXY: failure(.unreachable, "the proxy refused the connection", hint: Self.proxyHint)
    case CURLE_COULDNT_RESOLVE_HOST:
      failure(.unreachable, "the server could not be found", hint: "check the address and your network connection")
    case CURLE_COULDNT_CONNECT:
      failure(.unreachable, "the connection failed", hint: "check your network connection and the server")
    case CURLE_GOT_NOTHING: failure(.unreachable, "it closed the connection without a response")
    case CURLE_PARTIAL_FILE: failure(.unreachable, "its response ended too early")
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: failure(.unreachable, "the connection was lost")
    case CURLE_SSL_CONNECT_ERROR:
      failure(.unreachable, "a secure connection failed: \(handle.errorMessage)")
    case CURLE_OPERATION_TIMEDOUT: timeout(handle)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      failure(.failed, "its certificate is not trusted: \(handle.errorMessage)", hint: Self.certificateHint)
    case CURLE_SSL_CACERT_BADFILE:
      failure(.failed, "the certificate file cannot be read", hint: "check CURL_CA_BUNDLE and SSL_CERT_FILE")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: failure(.malformed, "its response is not HTTP")
    case CURLE_BAD_CONTENT_ENCODING: failure(.malformed, "its compressed response cannot be decompressed")
    case CURLE_OUT_OF_MEMORY: failure(.tooLarge, "its decompressed response is too large")
    default: failure(.failed, String(cString: ccurl_easy_strerror(code)))
    }
  }

  private func timeout(_ handle: CurlHandle) -> SourceFailure {
    guard handle.wasSent else { return failure(.timedOut, "the connection timed out") }
    return failure(
      .timedOut,
      handle.errorMessage.hasPrefix("Operation too slow") ? "it stopped sending data" : "its response took too long")
  }

  /// The failure if the transport may not connect to any address of the host.
  var peerRefusal: SourceFailure {
    failure(.failed, "its host is not on the public internet")
  }

  private static let proxyHint = "check http_proxy, https_proxy and all_proxy"
  private static let certificateHint = "set CURL_CA_BUNDLE to the file of a certificate that you trust"

  private func failure(_ code: SourceFailure.Code, _ cause: String, hint: String? = nil) -> SourceFailure {
    SourceFailure(code, subject, cause: cause, hint: hint)
  }
}
