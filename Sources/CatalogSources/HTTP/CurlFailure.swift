import CCurl
import CatalogModel

extension CurlSetup {
  /// Converts an error of libcurl to a failure with a message for users.
  func failure(_ code: CURLcode, _ handle: CurlHandle) -> SourceFailure {
    if handle.proxyWantsCredentials { return .proxyCredentials(subject) }
    return switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: failure(.unreachable, "the name of the proxy is unknown", hint: Self.proxyHint)
    case CURLE_PROXY: failure(.unreachable, "the proxy refuses to connect", hint: Self.proxyHint)
    case CURLE_COULDNT_RESOLVE_HOST:
      failure(.unreachable, "no such host, or no network", hint: "check the address and the network")
    case CURLE_COULDNT_CONNECT:
      failure(.unreachable, "connection refused, or no network", hint: "is the server running?")
    case CURLE_GOT_NOTHING: failure(.unreachable, "it closed the connection without an answer")
    case CURLE_PARTIAL_FILE: failure(.unreachable, "its answer broke off before its end")
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: failure(.unreachable, "the connection broke")
    case CURLE_SSL_CONNECT_ERROR:
      failure(.unreachable, "no secure connection: \(handle.errorMessage)")
    case CURLE_OPERATION_TIMEDOUT: timeout(handle)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR:
      failure(.failed, "its certificate is not trusted: \(handle.errorMessage)", hint: Self.certificateHint)
    case CURLE_SSL_CACERT_BADFILE:
      failure(.failed, "the file of certificates cannot be read", hint: "see CURL_CA_BUNDLE and SSL_CERT_FILE")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: failure(.nonsense, "its answer is not HTTP")
    case CURLE_BAD_CONTENT_ENCODING: failure(.nonsense, "its compressed answer cannot be unpacked")
    case CURLE_OUT_OF_MEMORY: failure(.tooLarge, "its answer unpacks to more than can be held")
    default: failure(.failed, String(cString: ccurl_easy_strerror(code)))
    }
  }

  private func timeout(_ handle: CurlHandle) -> SourceFailure {
    guard handle.wasSent else { return failure(.timedOut, "no connection in time") }
    return failure(
      .timedOut,
      handle.errorMessage.hasPrefix("Operation too slow") ? "it sent nothing for too long" : "its answer took too long")
  }

  private static let proxyHint = "see http_proxy, https_proxy and all_proxy"
  private static let certificateHint = "name the file of a certificate that you trust in CURL_CA_BUNDLE"

  private func failure(_ code: SourceFailure.Code, _ cause: String, hint: String? = nil) -> SourceFailure {
    SourceFailure(code, subject, cause: cause, hint: hint)
  }
}
