import Catalog
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Access to a server")
struct AccessTests {
  private func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text)) }

  private func client(
    _ fields: HeaderFields, target: String = "/", peer: String = "127.0.0.1", isSecure: Bool = false,
    hosts: HostNames = HostNames(["books.test"]), proxies: TrustedProxies = TrustedProxies()
  ) throws -> Client {
    var fields = fields
    if fields["host"] == nil { fields.add("Host", "books.test") }
    let head = RequestHead("GET", target, fields: fields, peer: .address(try address(peer)), isSecure: isSecure)
    return try AccessPolicy(hosts: hosts, proxies: proxies).client(of: head, target: RequestTarget(target))
  }

  private func status(_ body: () throws -> Client) -> Int? {
    do {
      _ = try body()
      return nil
    } catch { return (error as? Problem)?.status }
  }

  @Test("access depends on the host name of the request")
  func names() throws {
    let hosts = HostNames(["Books.Test", "tablet"], addresses: [try address("127.0.0.1"), try address("::1")])
    for host in ["books.test", "BOOKS.test:8080", "books.test.", "localhost:1", "127.0.0.1:8080", "[::1]", "tablet"] {
      #expect(status { try client(["Host": host], hosts: hosts) } == nil, "\(host)")
    }
    for host in ["evil.test", "books.test.evil.test", "192.168.0.1", "127.0.0.2", "[::2]:80", "2130706433"] {
      expectEqual(status { try client(["Host": host], hosts: hosts) }, 421, "\(host)")
    }
    for host in [
      "", "a b", "books.test:x", "books.test:99999", "u@books.test", "[::1", "[books.test]", "a/b", "::1", ".",
    ] {
      expectEqual(status { try client(["Host": host], hosts: hosts) }, 400, "\(host)")
    }
    let everywhere = HostNames(addresses: [try address("0.0.0.0")])
    #expect(status { try client(["Host": "192.168.0.1:8080"], hosts: everywhere) } == nil)
    expectEqual(status { try client(["Host": "evil.test"], hosts: everywhere) }, 421)
  }

  @Test("a request has exactly one host name, and that of its target takes precedence")
  func oneName() throws {
    expectEqual(status { try client(["Host": "books.test", "host": "books.test"]) }, 400)
    expectEqual(status { try client(["Host": "books.test"], target: "http://evil.test/") }, 421)
    try expectEqual(client(["Host": "evil.test"], target: "http://books.test/").host, "books.test")
    let head = RequestHead("GET", "/", fields: [:], peer: .unix)
    expectEqual(status { try AccessPolicy().client(of: head, target: RequestTarget("/")) }, 400)
  }

  @Test("private data is shown only to this machine and over secure connections")
  func fields() throws {
    #expect(try client([:]).fields == .everything && client([:], peer: "::1").fields == .everything)
    try expectEqual(client([:], peer: "192.168.0.7").fields, .publicOnly)
    try expectEqual(client([:], peer: "192.168.0.7", isSecure: true).fields, .everything)
  }

  @Test("forwarding fields of an untrusted client are ignored")
  func strangers() throws {
    let fields: HeaderFields = [
      "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.test",
      "Forwarded": "for=127.0.0.1;proto=https;host=evil.test",
    ]
    let remote = try client(fields, peer: "192.168.0.7")
    #expect(remote.fields == .publicOnly && remote.host == "books.test")
    expectEqual(remote.address, try address("192.168.0.7"))
    for name in ["Forwarded", "Via", "X-Forwarded-For", "X-Real-IP"] {
      try expectEqual(client([name: "x"]).fields, .publicOnly, "\(name)")
    }
  }

  @Test("forwarding fields are read from the last trusted proxy back to the first untrusted address")
  func proxies() throws {
    let trusted = TrustedProxies(["127.0.0.1", "10.0.0.0/8"].compactMap { Network($0) })
    func forwarded(_ addresses: String, _ more: HeaderFields = [:]) throws -> Client {
      var fields = more
      fields.add("X-Forwarded-For", addresses)
      return try client(fields, proxies: trusted)
    }
    try expectEqual(forwarded("203.0.113.9").address, try address("203.0.113.9"))
    try expectEqual(forwarded("127.0.0.1, 203.0.113.9").fields, .publicOnly)
    try expectEqual(forwarded("203.0.113.9, 10.1.2.3").address, try address("203.0.113.9"))
    try expectEqual(forwarded("203.0.113.9:4711").address, try address("203.0.113.9"))
    try expectEqual(forwarded("[2001:db8::1]:4711").address, try address("2001:db8::1"))
    #expect(try forwarded("nonsense").address == nil && forwarded("nonsense").fields == .publicOnly)
    try expectEqual(forwarded("127.0.0.1").fields, .everything)
    try expectEqual(forwarded("203.0.113.9", ["X-Forwarded-Proto": "https"]).fields, .everything)
    try expectEqual(forwarded("203.0.113.9", ["X-Forwarded-Proto": "https, http"]).fields, .publicOnly)
    expectEqual(status { try forwarded("203.0.113.9", ["X-Forwarded-Host": "evil.test"]) }, 421)
    try expectEqual(client([:], proxies: trusted).fields, .publicOnly)
    // The list is so long that its last entry, the one that counts, is beyond those that are read.
    let many = String(repeating: "127.0.0.1, ", count: 200) + "203.0.113.9"
    expectEqual(status { try forwarded(many) }, 400)
  }

  @Test("only the forwarding fields of one kind of proxy are read")
  func kinds() throws {
    let networks = [Network("127.0.0.1")].compactMap(\.self)
    let fields: HeaderFields = [
      "Forwarded": "for=127.0.0.1, For=\"[2001:db8::1]:99\";Proto=HTTPS;host=books.test",
      "X-Forwarded-For": "127.0.0.1",
    ]
    let standard = try client(fields, proxies: TrustedProxies(networks, fields: .forwarded))
    #expect(standard.address == (try address("2001:db8::1")) && standard.isSecure && !standard.isLocal)
    let byDefault = try client(fields, proxies: TrustedProxies(networks))
    #expect(byDefault.address == (try address("127.0.0.1")) && !byDefault.isSecure && byDefault.isLocal)
    for text in ["for=unknown", "for=_x", "for", "", ";;", "for=\"\\\"", "proto=https"] {
      let hidden = try client(["Forwarded": text], proxies: TrustedProxies(networks, fields: .forwarded))
      #expect(hidden.address == nil && !hidden.isLocal, "\(text)")
    }
  }

  @Test("pages of other sites cannot change anything")
  func foreignPages() throws {
    func allows(
      _ method: Request.Method, _ fields: HeaderFields, host: String = "books.test", isSecure: Bool = false
    ) throws -> Bool {
      let client = Client(isLocal: true, isSecure: isSecure, host: host)
      let request = try Request(method, "/", fields: fields, client: client)
      do {
        try AccessPolicy().requireOwnPage(request)
        return true
      } catch {
        expectEqual(error.status, 403)
        return false
      }
    }
    #expect(try allows(.post, [:]) && allows(.delete, ["Sec-Fetch-Site": "same-origin"]))
    #expect(try allows(.post, ["Sec-Fetch-Site": "none"]) && allows(.get, ["Sec-Fetch-Site": "cross-site"]))
    for site in ["cross-site", "same-site", "", "SAME-ORIGIN", "same-origin, same-origin"] {
      #expect(try !allows(.post, ["Sec-Fetch-Site": site]), "\(site)")
    }
    #expect(try !allows(.post, ["Sec-Fetch-Site": "cross-site", "Origin": "http://books.test"]))
    #expect(try allows(.post, ["Origin": "http://books.test"]) && allows(.post, ["Origin": "http://books.test:80"]))
    #expect(try allows(.post, ["Origin": "https://books.test:8443"], host: "books.test:8443"))
    #expect(try allows(.post, ["Origin": "https://books.test"], isSecure: true))
    #expect(try !allows(.post, ["Origin": "http://books.test"], isSecure: true))
    for origin in [
      "null", "", "http://evil.test", "http://books.test:8080", "http://books.test.evil.test", "file://books.test",
    ] {
      #expect(try !allows(.post, ["Origin": origin]), "\(origin)")
    }
  }
}
