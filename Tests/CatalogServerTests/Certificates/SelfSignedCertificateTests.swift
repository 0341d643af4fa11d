import Catalog
import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import CatalogServer

@Suite struct SelfSignedCertificateTests {
  @Test func `a server starts with it, and its fingerprint is that of what is sent`() throws {
    let made = try SelfSignedCertificate(of: ["localhost", "books.home", "127.0.0.1", "::1"])
    #expect(made.fingerprint.split(separator: ":").count == 32)
    #expect(made.fingerprint.allSatisfy { $0 == ":" || $0.isHexDigit && !$0.isLowercase })
    var options = HTTPServer.Options()
    options.tls = try TLSIdentity(certificate: made.certificate, key: made.key)
    let server = try HTTPServer(
      at: [ListenAddress("127.0.0.1:0")], ClosureService { _ in .now(Response("yes", type: "text/plain")) },
      options: options)
    #expect(server.addresses.count == 1)
  }

  @Test func `no two have a key or a fingerprint in common`() throws {
    let made = try (0..<3).map { _ in try SelfSignedCertificate(of: ["localhost"]) }
    #expect(Set(made.map(\.key)).count == 3 && Set(made.map(\.fingerprint)).count == 3)
  }

  @Test(arguments: [[], ["a b"], ["books.home:80"], ["x\0y"], ["http://books.home"], [""]])
  func `what is no name of a server gets none`(names: [String]) {
    #expect(throws: CatalogError.self) { try SelfSignedCertificate(of: names) }
  }

  @Test func `this machine has names`() {
    let names = OwnNames.all()
    #expect(names.starts(with: ["localhost"]) && names.contains("127.0.0.1") && Set(names).count == names.count)
    #expect(throws: Never.self) { try SelfSignedCertificate(of: names) }
  }
}
