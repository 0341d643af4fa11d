import CGnuTLS
import CatalogModel
import FoundationEssentials

/// A self-signed certificate for a private server. A user who compares its fingerprint and trusts it once is protected
/// from impostors from then on.
public struct SelfSignedCertificate: Sendable {
  /// The validity of a certificate, in days. Browsers and phones accept at most 825.
  public static let days = 820

  /// The certificate, in PEM.
  public let certificate: String
  /// The private key, in PEM. It must be kept secret.
  public let key: String
  /// The SHA-256 fingerprint of the certificate in its common notation: pairs of hexadecimal digits with colons between
  /// them.
  public let fingerprint: String
  /// The time when the certificate expires.
  public let end: Date

  /// Creates a key (ECDSA on P-256) and a certificate (RFC 5280).
  ///
  /// - Parameters:
  ///   - names: The names and addresses of the server, at least one.
  ///   - now: The current time. The certificate is valid from an hour earlier, because clocks differ.
  /// - Throws: ``CatalogError`` if GnuTLS is not installed, or a name is invalid.
  public init(of names: [String], now: Date = Date()) throws(CatalogError) {
    if let reason = cgnutls_load() {
      throw CatalogError(
        .failed, "create", "a certificate", cause: String(cString: reason),
        hint: "install it (Debian: apt-get install libgnutls30)")
    }
    let addresses = names.compactMap { NetworkAddress($0)?.bytes }
    let hosts = names.filter { NetworkAddress($0) == nil }
    guard let first = names.first, hosts.allSatisfy(HostNames.isName) else {
      throw CatalogError(
        .failed, "create", "a certificate", cause: "host names can contain only letters, digits, dots and hyphens")
    }
    let end = now.addingTimeInterval(Double(Self.days) * 86_400)
    var serial = (0..<16).map { _ in UInt8.random(in: 0...255) }
    // The serial number must be positive (RFC 5280, section 4.1.2.2).
    serial[0] = serial[0] & 0x7F | 1
    var made = cgnutls_certificate()
    let from = now.addingTimeInterval(-3_600)
    let reason = Self.withPointers(hosts, addresses) { hosts, addresses, lengths in
      cgnutls_self_signed(
        first, hosts.baseAddress, hosts.count, addresses.baseAddress, lengths.baseAddress, lengths.count, serial,
        serial.count, time_t(from.timeIntervalSince1970), time_t(end.timeIntervalSince1970), &made)
    }
    defer {
      cgnutls_free(made.certificate)
      cgnutls_free(made.key)
    }
    guard reason == nil, let certificate = made.certificate, let key = made.key else {
      throw CatalogError(
        .failed, "create", "a certificate", cause: reason.map { String(cString: $0) } ?? "GnuTLS failed")
    }
    self.end = end
    (self.certificate, self.key) = (String(cString: certificate), String(cString: key))
    let digits = Array("0123456789ABCDEF")
    fingerprint = withUnsafeBytes(of: made.fingerprint) { bytes in
      bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined(separator: ":")
    }
  }

  private static func withPointers<Value>(
    _ names: [String], _ addresses: [[UInt8]],
    _ body: (
      UnsafeBufferPointer<UnsafePointer<CChar>?>, UnsafeBufferPointer<UnsafePointer<UInt8>?>, UnsafeBufferPointer<Int>
    ) -> Value
  ) -> Value {
    let texts = names.map { ($0 + "\0").utf8.map { CChar(bitPattern: $0) } }
    let allTexts = texts.flatMap(\.self)
    let allBytes = addresses.flatMap(\.self)
    return allTexts.withUnsafeBufferPointer { textStart in
      allBytes.withUnsafeBufferPointer { byteStart in
        let textPointers = offsets(of: texts.map(\.count)).map { offset in textStart.baseAddress.map { $0 + offset } }
        let bytePointers = offsets(of: addresses.map(\.count)).map { offset in byteStart.baseAddress.map { $0 + offset }
        }
        return textPointers.withUnsafeBufferPointer { texts in
          bytePointers.withUnsafeBufferPointer { bytes in
            addresses.map(\.count).withUnsafeBufferPointer { body(texts, bytes, $0) }
          }
        }
      }
    }
  }

  private static func offsets(of counts: [Int]) -> [Int] {
    var offset = 0
    return counts.map { count in
      defer { offset += count }
      return offset
    }
  }
}
