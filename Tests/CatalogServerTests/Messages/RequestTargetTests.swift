import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Request targets")
struct RequestTargetTests {
  @Test("a target is decoded once, part by part")
  func decoding() throws {
    let target = try RequestTarget("/author/AC%2FDC/caf%C3%A9?q=a+b%2Bc&empty&x=%2520&q=2")
    #expect(target.path == ["author", "AC/DC", "café"] && !target.endsInSlash)
    expectEqual(target.query.map(\.name), ["q", "empty", "x", "q"])
    #expect(target["q"] == "a b+c" && target["empty"] == "" && target["x"] == "%20" && target["y"] == nil)
    expectEqual(target.encodedPath, "/author/AC%2FDC/caf%C3%A9")
    try expectEqual(RequestTarget("/?q=a%1F%7F%0D%0Ab")["q"], "a\u{1F}\u{7F}\r\nb", "as texts of books may be")
  }

  @Test("a target may end in a slash")
  func slash() throws {
    try expectEqual(RequestTarget("/").path, [])
    let target = try RequestTarget("/opds/")
    #expect(target.path == ["opds"] && target.endsInSlash && target.encodedPath == "/opds/")
  }

  @Test("a target may be a whole address or the server itself")
  func absolute() throws {
    let target = try RequestTarget("http://books.test:80/list?a=1")
    #expect(target.authority == "books.test:80" && target.path == ["list"] && target["a"] == "1")
    try expectEqual(RequestTarget("HTTPS://x").path, [])
    try expectEqual(RequestTarget("http://x?a=1")["a"], "1")
    #expect(try RequestTarget("*").isServer)
  }

  @Test(
    "a target that leads elsewhere or is ambiguous is rejected",
    arguments: [
      "", "list", "//evil.test/x", "/a//b", "/..", "/a/../b", "/%2e%2e/x", "/.%2E/", "/a/./b", "/%2e", "/a%", "/a%4",
      "/a%zz", "/a%+1", "/%00", "/a%0Ab", "/%ff", "/%c0%af", "/a b", "/é", "/a#b", "/a?q=%", "/a?q=%00", "/a?q=%ff",
      "ftp://x/", "x:80", "/\u{7F}", "/%7f",
    ])
  func refused(text: String) {
    #expect { try RequestTarget(text) } throws: { ($0 as? Problem)?.status == 400 }
  }

  @Test("a target has a limited length")
  func bounds() throws {
    for text in [
      "/" + String(repeating: "a", count: 8_192), "/" + Array(repeating: "a", count: 33).joined(separator: "/"),
      "/?" + Array(repeating: "a", count: 129).joined(separator: "&"),
    ] {
      #expect { try RequestTarget(text) } throws: { ($0 as? Problem)?.status == 414 }
    }
    try expectEqual(RequestTarget("/?" + Array(repeating: "a", count: 128).joined(separator: "&")).query.count, 128)
  }
}

@Suite("Header fields")
struct HeaderFieldsTests {
  @Test("a field name has any case, and a field may have several values")
  func values() {
    var fields: HeaderFields = ["Accept": " a ", "ACCEPT": "b"]
    #expect(fields["accept"] == "a, b" && fields.values(of: "Accept") == ["a", "b"] && fields["x"] == nil)
    fields.set("accept", "c")
    expectEqual(fields["Accept"], "c")
    fields.list("Vary", ["Accept", "Accept-Encoding"])
    fields.list("Vary", ["accept"])
    expectEqual(fields["vary"], "Accept, Accept-Encoding")
  }

  @Test("a field contains nothing that could be another field or a reply")
  func injection() {
    var fields = HeaderFields()
    for (name, value) in [
      ("a", "b\r\nSet-Cookie: x"), ("a\r\nb", "c"), ("a b", "c"), ("", "c"), ("a", "\0"), ("a", "\u{7F}"), ("ä", "c"),
    ] {
      let isAdded = fields.add(name, value)
      #expect(!isAdded)
    }
    #expect(fields.lines.isEmpty)
    fields.add("a", "\tü ")
    expectEqual(fields["a"], "ü")
  }

  @Test("a field that lists values is split, whatever it contains")
  func lists() {
    let list = FieldList(#"a;q=0.5, "b,c";x="d;\"e" , ,f ; Y = z"#).members
    expectEqual(list.map(\.value), ["a", "\"b,c\"", "f"])
    expectEqual(list.map(\.quality), [500, 1_000, 1_000])
    #expect(list[1]["x"] == "d;\"e" && list[2]["y"] == "z")
    expectEqual(FieldList(String(repeating: ",a", count: 100_000)).members.count, FieldList.maxMembers)
    #expect(FieldList("\"").members.count == 1 && FieldList("").members.isEmpty)
    let qualities = ["1", "1.000", "0.25", "0", "0.001", "1.5", "x", "", "0.1234", "-1", "0."]
    expectEqual(
      qualities.map { FieldList("a;q=\($0)").members[0].quality }, [1_000, 1_000, 250, 0, 1, 1_000, 0, 0, 0, 0, 0])
  }
}

@Suite("Network addresses")
struct NetworkAddressTests {
  @Test("an address is parsed as numbers, and IPv4 within IPv6 equals IPv4")
  func reading() {
    #expect(NetworkAddress("127.0.0.1")?.isLoopback == true && NetworkAddress("127.9.9.9")?.isLoopback == true)
    #expect(NetworkAddress("::1")?.isLoopback == true && NetworkAddress("::ffff:127.0.0.1")?.isLoopback == true)
    #expect(NetworkAddress("::2")?.isLoopback == false && NetworkAddress("0.0.0.0")?.isUnspecified == true)
    expectEqual(NetworkAddress("::ffff:192.0.2.1"), NetworkAddress("192.0.2.1"))
    expectEqual(NetworkAddress("2001:DB8:0::1")?.description, "2001:db8::1")
    for text in ["", "localhost", "1.2.3", "01.2.3.4", "1.2.3.4\0", "[::1]", "::1%eth0", "2130706433", "0x7f.1"] {
      #expect(NetworkAddress(text) == nil, "\(text)")
    }
  }

  @Test("an address belongs to a network by its first bits")
  func networks() throws {
    let network = try #require(Network("192.168.4.0/22"))
    #expect(network.contains(try #require(NetworkAddress("192.168.7.255"))))
    #expect(!network.contains(try #require(NetworkAddress("192.168.8.0"))))
    #expect(!network.contains(try #require(NetworkAddress("::1"))))
    #expect(try #require(Network("::/0")).contains(try #require(NetworkAddress("::1"))))
    #expect(try #require(Network("10.0.0.1")).contains(try #require(NetworkAddress("10.0.0.1"))))
    for text in ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "x/8", "::/129"] {
      #expect(Network(text) == nil, "\(text)")
    }
  }
}

@Suite("The framing of bodies")
struct BodyFramingTests {
  private func length(_ fields: HeaderFields, version: String = "HTTP/1.1") throws -> Int? {
    var head = RequestHead("POST", "/", fields: fields, peer: .unix)
    head.version = version
    return try head.bodyLength()
  }

  @Test("a body has a length or is chunked")
  func good() throws {
    #expect(try length([:]) == 0 && length(["Content-Length": "17"]) == 17)
    #expect(try length(["Transfer-Encoding": "Chunked"]) == nil)
    try expectEqual(length(["Content-Length": "99999999999999999999"]), Int.max)
  }

  @Test(
    "a framing that two readers may read differently is rejected",
    arguments: [
      ["Content-Length": "3", "Transfer-Encoding": "chunked"], ["Content-Length": "3", "content-length": "3"],
      ["Content-Length": "3, 3"], ["Content-Length": "+3"], ["Content-Length": "0x3"], ["Content-Length": ""],
      ["Transfer-Encoding": "gzip, chunked"], ["Transfer-Encoding": "chunked", "transfer-encoding": "chunked"],
      ["Transfer-Encoding": "xchunked"], ["Transfer-Encoding": "identity"], ["Transfer-Encoding": ""],
    ] as [HeaderFields])
  func bad(fields: HeaderFields) {
    #expect(throws: Problem.self) { try length(fields) }
  }

  @Test("a request in HTTP/1.0 has no chunks")
  func old() {
    #expect(throws: Problem.self) { try length(["Transfer-Encoding": "chunked"], version: "HTTP/1.0") }
  }
}
