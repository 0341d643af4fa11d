import CatalogModel
import FoundationEssentials

extension HTTPResponse {
  /// Checks that a response contains data: its status is 200 to 299, and its body is not HTML, which no source uses.
  ///
  /// - Parameter now: The current time, for interpreting a date in `Retry-After`.
  /// - Throws: ``SourceFailure`` with a code for the status (RFC 9110, section 15): `denied` for 401, 403 and 407;
  ///   `missing` for 404; `cursorRefused` for 410; `busy` for 408, 429 and 500 to 599; `failed` for any other status
  ///   from 400 to 499; `malformed` for all other statuses, and for an HTML page.
  public func requireSuccess(now: Date) throws(SourceFailure) {
    switch status {
    case 200...299: try requireData()
    case 401:
      throw failure(
        .denied, "it requires a user and a password, or rejected them", remedy: .giveCredentials)
    case 403: throw failure(.denied, "it denies access", remedy: .giveCredentials)
    case 407: throw .proxyCredentials(subject)
    case 404: throw failure(.missing, "there is nothing at this address")
    case 410: throw failure(.cursorRefused, "it can no longer continue from the last refresh")
    case 429: throw failure(.busy, "it received too many requests", retryAfter: retryAfter(now: now))
    case 408, 500...599: throw failure(.busy, "it is temporarily unavailable", retryAfter: retryAfter(now: now))
    case 400...499: throw failure(.failed, "it rejected the request")
    default: throw failure(.malformed, "its response is unexpected")
    }
  }

  /// Returns the time that the server asks clients to wait (RFC 9110, section 10.2.3): at least one second and at most
  /// one day. The header contains a number of seconds, or a date in any format that ``HTTPDate`` parses.
  func retryAfter(now: Date) -> Duration? {
    guard let value = header("retry-after") else { return nil }
    let seconds: Double
    if !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      seconds = Double(value) ?? .infinity
    } else if let date = HTTPDate.date(value, now: now) {
      seconds = date.timeIntervalSince(now)
    } else {
      return nil
    }
    return .seconds(min(max(seconds, 1), 86_400))
  }

  private func requireData() throws(SourceFailure) {
    let type = header("content-type")?.prefix { $0 != ";" && $0 != " " && $0 != "," }.lowercased()
    guard type == "text/html" || type == "application/xhtml+xml" else { return }
    throw SourceFailure(
      .malformed, subject, cause: "it returned an HTML page, perhaps from a login or a proxy",
      hint: "open the address in a browser to see what it is")
  }

  private func failure(
    _ code: SourceFailure.Code, _ cause: String, remedy: SourceFailure.Remedy? = nil, retryAfter: Duration? = nil
  ) -> SourceFailure {
    SourceFailure(code, subject, cause: "\(cause) (status \(status))", remedy: remedy, retryAfter: retryAfter)
  }
}

extension SourceFailure {
  /// Returns the failure for a proxy that requires authentication.
  static func proxyCredentials(_ subject: String) -> SourceFailure {
    SourceFailure(
      .denied, subject, cause: "the proxy requires a user and a password (status 407)",
      hint: "add them to the proxy's address: http_proxy=http://USER:PASSWORD@HOST:PORT, or https_proxy")
  }
}
