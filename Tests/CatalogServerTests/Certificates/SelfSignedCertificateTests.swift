import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

@Suite struct SelfSignedCertificateTests {
  @Test func `a server starts with the certificate, and the fingerprint is that of the certificate it sends`() throws {
    let made = try SelfSignedCertificate(of: ["localhost", "books.home", "127.0.0.1", "::1"])
    expectEqual(made.fingerprint.split(separator: ":").count, 32)
    #expect(made.fingerprint.allSatisfy { $0 == ":" || $0.isHexDigit && !$0.isLowercase })
    var options = HTTPServer.Options()
    options.tls = try TLSIdentity(certificate: made.certificate, key: made.key)
    let server = try HTTPServer(
      at: [ListenAddress("127.0.0.1:0")], ClosureService { _ in .now(Response("yes", type: "text/plain")) },
      options: options)
    expectEqual(server.addresses.count, 1)
  }

  @Test func `no two certificates share a key or a fingerprint`() throws {
    let made = try (0..<3).map { _ in try SelfSignedCertificate(of: ["localhost"]) }
    #expect(Set(made.map(\.key)).count == 3 && Set(made.map(\.fingerprint)).count == 3)
  }

  @Test(arguments: [[], ["a b"], ["books.home:80"], ["x\0y"], ["http://books.home"], [""]])
  func `an invalid server name gets no certificate`(names: [String]) {
    #expect(throws: CatalogError.self) { try SelfSignedCertificate(of: names) }
  }

  @Test func `this machine has names`() {
    let names = OwnNames.all()
    #expect(names.starts(with: ["localhost"]) && names.contains("127.0.0.1") && Set(names).count == names.count)
    #expect(throws: Never.self) { try SelfSignedCertificate(of: names) }
  }

  @Test func `other devices reach a server at its address, or at all addresses of this machine`() throws {
    func addresses(_ text: String) throws -> [NetworkAddress] {
      OwnNames.addresses(listening: try #require(NetworkAddress(text)))
    }
    #expect(try addresses("127.0.0.1").isEmpty && addresses("::1").isEmpty)
    try expectEqual(addresses("192.0.2.7").map(\.description), ["192.0.2.7"])
    for text in ["0.0.0.0", "::"] {
      let all = try addresses(text)
      #expect(all.allSatisfy { !$0.isLoopback && !$0.isUnspecified } && Set(all).count == all.count)
    }
  }
}
