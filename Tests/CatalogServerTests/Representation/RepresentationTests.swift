import CatalogSources
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Conditions of requests")
struct ConditionTests {
  private static let date = Date(timeIntervalSince1970: 784_111_777)
  private static let text = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
  private let validators = Validators(tag: EntityTag("a"), modified: date.addingTimeInterval(0.7))

  private func outcome(
    _ fields: HeaderFields, _ method: Request.Method = .get, _ validators: Validators? = nil
  ) throws -> Conditions.Outcome {
    let request = try Request(method, "/", fields: fields)
    return Conditions(request, now: Self.date).outcome(for: validators ?? self.validators)
  }

  @Test("entity tags decide if a client has the current version")
  func noneMatch() throws {
    for text in [#""a""#, #"W/"a""#, #""b", "a""#, #""x,y" ,W/"a""#, "*"] {
      try expectEqual(outcome(["If-None-Match": text]), .unchanged, "\(text)")
      try expectEqual(outcome(["If-None-Match": text], .post), .failed, "\(text)")
    }
    for text in [#""b""#, "a", "", #"""#, #""a"#] {
      try expectEqual(outcome(["If-None-Match": text]), .proceed, "\(text)")
    }
    try expectEqual(outcome(["If-None-Match": #""b""#, "If-Modified-Since": Self.text]), .proceed)
  }

  @Test("modification times decide in whole seconds if a client has the current version")
  func modified() throws {
    try expectEqual(outcome(["If-Modified-Since": Self.text]), .unchanged)
    try expectEqual(outcome(["If-Modified-Since": Self.before]), .proceed)
    try expectEqual(outcome(["If-Modified-Since": "yesterday"]), .proceed)
    try expectEqual(outcome(["If-Modified-Since": Self.text], .post), .proceed)
    try expectEqual(outcome(["If-Modified-Since": Self.text], .get, Validators()), .proceed)
  }

  @Test("a change is rejected if the resource has changed since the client read it")
  func match() throws {
    #expect(try outcome(["If-Match": #""a""#], .put) == .proceed && outcome(["If-Match": "*"], .put) == .proceed)
    #expect(try outcome(["If-Match": #""b""#], .put) == .failed && outcome(["If-Match": #"W/"a""#], .put) == .failed)
    try expectEqual(outcome(["If-Unmodified-Since": Self.text], .put), .proceed)
    try expectEqual(outcome(["If-Unmodified-Since": Self.before], .put), .failed)
  }

  @Test("a range is sent only if the client has a part of the current version")
  func ifRange() throws {
    func allows(_ text: String?, _ validators: Validators) throws -> Bool {
      let fields: HeaderFields = text.map { ["If-Range": $0] } ?? [:]
      return Conditions(try Request(.get, "/", fields: fields), now: Self.date).allowsRange(of: validators)
    }
    #expect(try allows(nil, validators) && allows(#""a""#, validators) && allows(Self.text, validators))
    #expect(try !allows(#""b""#, validators) && !allows(#"W/"a""#, validators) && !allows(Self.before, validators))
    #expect(try !allows(#""a""#, Validators(tag: EntityTag("a", isWeak: true))) && !allows("x", validators))
  }

  @Test("a modification time is parsed as it is formatted")
  func times() throws {
    expectEqual(HTTPDate.text(Self.date), Self.text)
    expectEqual(HTTPDate.text(Date(timeIntervalSince1970: 0)), "Thu, 01 Jan 1970 00:00:00 GMT")
    expectEqual(HTTPDate.text(Date(timeIntervalSince1970: 951_782_400)), "Tue, 29 Feb 2000 00:00:00 GMT")
    expectEqual(HTTPDate.text(Date(timeIntervalSince1970: 253_402_300_799)), "Fri, 31 Dec 9999 23:59:59 GMT")
    for seconds in [-1, 253_402_300_800, Double.infinity, -Double.infinity, Double.nan] {
      #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)) == nil)
    }
    for day in stride(from: 0.0, to: 60_000, by: 13) {
      let date = Date(timeIntervalSince1970: day * 86_400 + day)
      expectEqual(HTTPDate.date(try #require(HTTPDate.text(date)), now: date), date)
    }
  }
}

@Suite("Parts of bodies")
struct ByteRangeTests {
  @Test("a part is a single byte range")
  func single() {
    #expect(ByteRanges("bytes=0-0", size: 10) == .part(0..<1) && ByteRanges("bytes=3-", size: 10) == .part(3..<10))
    #expect(ByteRanges("bytes=3-99", size: 10) == .part(3..<10) && ByteRanges("Bytes=-3", size: 10) == .part(7..<10))
    expectEqual(ByteRanges("bytes=-99", size: 10), .part(0..<10))
    expectEqual(ByteRanges("bytes=1-99999999999999999999999", size: 10), .part(1..<10))
  }

  @Test("a range after the end is not satisfiable")
  func behind() {
    for text in ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999999-"] {
      expectEqual(ByteRanges(text, size: 10), .unsatisfiable, "\(text)")
    }
    #expect(ByteRanges("bytes=0-", size: 0) == .unsatisfiable && ByteRanges("bytes=-1", size: 0) == .unsatisfiable)
  }

  @Test("several ranges or an invalid range return the whole body")
  func whole() {
    for text in [
      nil, "", "bytes=", "bytes=-", "bytes=0-1,3-4", "bytes=5-3", "bytes=a-b", "lines=0-1", "bytes=1--2", "bytes 0-1",
      "bytes=0-" + String(repeating: "0", count: 100),
    ] {
      expectEqual(ByteRanges(text, size: 10), .whole, "\(text ?? "none")")
    }
  }
}

@Suite("Content negotiation")
struct AcceptanceTests {
  private let formats: [Format] = [.html, .json, .opds, .atom]

  @Test(
    "the `Accept` field chooses the format",
    arguments: [
      (nil, Format.html), ("*/*", .html), ("", .html), ("application/json", .json), ("application/*", .json),
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", .html),
      ("application/opds+json, application/atom+xml;profile=opds-catalog, */*", .opds),
      ("application/atom+xml;profile=opds-catalog, application/opds+json;q=0.9", .atom),
      ("application/atom+xml;profile=\"OPDS-catalog\"", .atom), ("application/atom+xml;profile=x, */*;q=0.1", .html),
      ("*/*;q=0.5, application/json;q=0.4", .html), ("text/html;q=0, */*", .json), ("image/png", .html),
      ("application/json;q=0.001, text/html;q=0", .json), ("nonsense, ;;, */x", .html),
    ] as [(String?, Format)])
  func formats(accept: String?, expected: Format) {
    expectEqual(AcceptedTypes(accept).preferred(of: formats), expected)
  }

  @Test("the `Accept-Encoding` field decides on compression")
  func encodings() {
    for text in ["gzip", "GZIP", "x-gzip", "deflate, gzip;q=0.5", "*", "br;q=1, *;q=0.1", "gzip, identity;q=0.5"] {
      #expect(GZIPEncoding.isAccepted(by: text), "\(text)")
    }
    for text in [nil, "", "identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0, *", "identity, gzip;q=0.5", "gzip;q=x"] {
      #expect(!GZIPEncoding.isAccepted(by: text), "\(text ?? "none")")
    }
  }

  @Test("only content that gets smaller is compressed")
  func packing() throws {
    let bytes = Array(String(repeating: "Dune, by Frank Herbert\n", count: 1_000).utf8)
    let packed = try #require(GZIPEncoding.packed(bytes))
    #expect(packed.count < bytes.count / 10 && packed.starts(with: [0x1F, 0x8B]))
    #expect(GZIPEncoding.packed([]) == nil && GZIPEncoding.packed(Array(repeating: 0, count: 1_023)) == nil)
    var generator = SystemRandomNumberGenerator()
    #expect(GZIPEncoding.packed((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &generator) }) == nil)
    #expect(GZIPEncoding.isWorthwhile("text/html; charset=utf-8") && GZIPEncoding.isWorthwhile("application/opds+json"))
    #expect(!GZIPEncoding.isWorthwhile("image/png") && !GZIPEncoding.isWorthwhile(nil))
  }
}
