import CatalogModel

/// The server's certificate, with its chain, and the private key, in PEM (RFC 7468).
public struct TLSIdentity: Sendable, Equatable {
  let certificate: String
  let key: String

  /// Creates an identity from the contents of two files.
  ///
  /// ```swift
  /// var options = HTTPServer.Options()
  /// options.tls = try TLSIdentity(
  ///   certificate: String(contentsOfFile: "fullchain.pem", encoding: .utf8),
  ///   key: String(contentsOfFile: "privkey.pem", encoding: .utf8))
  /// ```
  ///
  /// - Throws: ``CatalogError`` if the certificate or the key is not in the expected format. The server checks at its
  ///   start that the two belong together.
  public init(certificate: String, key: String) throws(CatalogError) {
    guard certificate.contains("-----BEGIN CERTIFICATE-----"), !certificate.utf8.contains(0) else {
      throw Self.failure("the certificate", "not a certificate in PEM format")
    }
    guard key.contains("PRIVATE KEY-----"), !key.utf8.contains(0) else {
      throw Self.failure("the key of the certificate", "not a private key in PEM format")
    }
    guard !key.contains("ENCRYPTED") else {
      throw Self.failure("the key of the certificate", "the key is protected by a password; use a key without one")
    }
    self.certificate = certificate
    self.key = key
  }

  static func failure(_ subject: String, _ cause: String) -> CatalogError {
    CatalogError(
      .failed, "use", subject, cause: cause,
      hint: "use the files that your certificate authority calls fullchain.pem and privkey.pem")
  }
}
