import CatalogModel

/// By what the server shows who it is: a certificate, with those that vouch for it, and its key, in PEM (RFC 7468).
public struct TLSIdentity: Sendable, Equatable {
  let certificate: String
  let key: String

  /// An identity of the texts of two files.
  ///
  /// - Throws: ``CatalogError`` where one of them is not what it should be. Whether they belong together shows when the server
  ///   starts.
  public init(certificate: String, key: String) throws(CatalogError) {
    guard certificate.contains("-----BEGIN CERTIFICATE-----"), !certificate.utf8.contains(0) else {
      throw Self.failure("the certificate", "it is no certificate in PEM")
    }
    guard key.contains("PRIVATE KEY-----"), !key.utf8.contains(0) else {
      throw Self.failure("the key of the certificate", "it is no private key in PEM")
    }
    guard !key.contains("ENCRYPTED") else {
      throw Self.failure("the key of the certificate", "it has a password, which nobody could type")
    }
    self.certificate = certificate
    self.key = key
  }

  static func failure(_ subject: String, _ cause: String) -> CatalogError {
    CatalogError(
      .failed, "use", subject, cause: cause,
      hint: "give the files that your certificate authority calls fullchain.pem and privkey.pem")
  }
}
