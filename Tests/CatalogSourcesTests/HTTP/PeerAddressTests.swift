import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct PeerAddressTests {
  private func isPublic(_ text: String) throws -> Bool { try #require(PeerAddress(text, port: 80), "\(text)").isPublic }

  @Test func `public addresses are recognised`() throws {
    for text in [
      "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.0.0.1", "128.0.0.1", "169.253.0.1",
      "169.255.0.1", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.0.1", "192.169.0.1", "198.17.0.1",
      "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888",
      "::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:0101:0101::1",
    ] {
      #expect(try isPublic(text), "\(text)")
    }
  }

  @Test func `addresses of this machine, of private networks and of reserved ranges are not public, in any form`()
    throws
  {
    let private4 = [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
      "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
      "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
      "239.255.255.255", "240.0.0.1", "255.255.255.255",
    ]
    for text in private4 {
      #expect(try !isPublic(text), "\(text)")
      for prefix in ["::ffff:", "64:ff9b::", "::"] { #expect(try !isPublic(prefix + text), "\(prefix)\(text)") }
      let parts = try #require(PeerAddress(text, port: 80)).bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      let embedded = "2002:\(parts[0])\(parts[1]):\(parts[2])\(parts[3])::1"
      #expect(try !isPublic(embedded), "\(embedded)")
      for identifier in ["0:5efe", "200:5efe"] {
        let isatap = "2606:2800:220:1:\(identifier):\(text)"
        #expect(try !isPublic(isatap), "\(isatap)")
      }
    }
    for text in [
      "::", "::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fdff::1", "ff02::1", "2001:db8::1", "2001::1",
      "2001:10::1", "100::1", "64:ff9b:1::1", "3fff::1", "4000::1", "5f00::1", "::ffff:0:1.1.1.1",
    ] {
      #expect(try !isPublic(text), "\(text)")
    }
  }

  @Test func `names and unusual notations are not addresses, so that they are resolved before they are checked`() {
    for text in ["localhost", "127.1", "0x7f000001", "2130706433", "", "fe80::1%lo", "[::1]", "1.1.1.1.1"] {
      #expect(PeerAddress(text, port: 80) == nil, "\(text)")
    }
  }

  @Test func `the policy allows public addresses at the ports of HTTP and HTTPS, and its exceptions`() throws {
    let policy = PeerPolicy(exceptions: [try #require(PeerAddress("127.0.0.1", port: 8_000))])
    func allows(_ text: String, _ port: Int) -> Bool { PeerAddress(text, port: port).map(policy.allows) ?? false }
    #expect(allows("1.1.1.1", 80) && allows("1.1.1.1", 443) && allows("2606:4700::1111", 443))
    #expect(!allows("1.1.1.1", 8_000) && !allows("1.1.1.1", 22) && !allows("127.0.0.1", 80))
    #expect(allows("127.0.0.1", 8_000) && !allows("127.0.0.2", 8_000) && !allows("127.0.0.1", 8_001))
    #expect(policy.allows(port: 443) && policy.allows(port: 8_000) && !policy.allows(port: 8_080))
    #expect(!PeerPolicy().allows(port: 8_000))
  }
}
