import Catalog
import CatalogSources
import TestExpectations
import Testing

@Suite("Addresses, and what messages show of them")
struct HTTPAddressTests {
  @Test(
    "an origin is scheme, host and port",
    arguments: [
      ("http://Books.Example/feed", "http://books.example"), ("HTTP://books.example:80", "http://books.example"),
      ("https://books.example:443/x?y#z", "https://books.example"), ("http://h:8080#LIB", "http://h:8080"),
      ("https://books.example:80", "https://books.example:80"), ("http://[::1]:8080/x", "http://[::1]:8080"),
      ("http://h:/x@y", "http://h"), ("http://h?a@b", "http://h"),
    ])
  func origins(url: String, origin: String) throws {
    try expectEqual(HTTPOrigin(of: url).description, origin)
  }

  @Test(
    "what is no address of http is refused",
    arguments: [
      "", "books.example", "ftp://books.example/", "file:///etc/passwd", "http://", "http:///x", "http://h:0/",
      "http://h:65536/", "http://h:8080x/", "http://a b/", "http://h/\n", "http://h\\@evil/", "http://[::1/",
      "http://[::1]x/", "http://h%2fx/", "http://ada@\u{301}h/", "javascript:alert(1)",
      "http://h/" + String(repeating: "x", count: 9_000),
    ])
  func refused(url: String) {
    #expect(throws: SourceFailure.self) { try HTTPOrigin(of: url) }
  }

  @Test(
    "an address with a password in it is refused with the right way, and the password is not repeated",
    arguments: [
      "http://ada:s3cret@books.example/feed", "https://ada:s3/cret@books.example/", "http://ada:s3?cret@books.example/",
      "http://ada:s3#cret@books.example/", "http://s3cret@books.example/", "http://ada:s3@cret@books.example/",
      "http://ada:s3cret@books.example:8080/x?y=1", "ada:s3cret@books.example",
    ])
  func passwords(url: String) throws {
    let failure = try #require(throws: SourceFailure.self) { try HTTPOrigin(of: url) }
    for part in ["s3", "cret", "ada"] { #expect(!failure.description.contains(part)) }
    #expect(failure.subject.contains("books.example"))
    if url.hasPrefix("http://ada:s3cret@") { expectEqual(failure.hint?.contains("separately"), true) }
  }

  @Test(
    "what looks secret in a query is not shown",
    arguments: [
      ("http://h/x?page=2&size=50", "http://h/x?page=2&size=50"),
      ("http://h/x?api_key=abc&page=2#frag", "http://h/x?api_key=…&page=2"),
      ("http://h/x?Access_Token=abc", "http://h/x?Access_Token=…"),
      ("http://h/x?%74oken=abc", "http://h/x?%74oken=…"),
      ("http://h/x?q=8d3f1c0b9a7e4c52a1d08f6e", "http://h/x?q=…"),
      ("http://h/x?q=the+shadow+of+the+silent+river+2", "http://h/x?q=the+shadow+of+the+silent+river+2"),
      ("http://h/@ada/x", "http://h/@ada/x"), ("http://h/x?password=", "http://h/x?password="),
      ("http://[::1]:8080/x", "http://[::1]:8080/x"),
    ])
  func secrets(url: String, shown: String) {
    expectEqual(HTTPRequest(.get, url).subject, shown)
  }

  @Test("a long address is shortened")
  func length() {
    let shown = HTTPRequest(.get, "http://h/" + String(repeating: "x", count: 1_000)).subject
    #expect(shown.count == 200 && shown.hasSuffix("…"))
  }

  @Test("credentials print without their password")
  func credentials() throws {
    let credentials = try HTTPCredentials(user: "ada", password: "s3cret")
    var text = "\(credentials) \(String(reflecting: credentials)) \(["x": credentials])"
    dump(credentials, to: &text)
    dump([credentials], to: &text)
    #expect(text.contains("ada") && !text.contains("s3cret"))
  }

  @Test("what no header can carry is refused as credentials, and not repeated")
  func badCredentials() {
    for (user, password) in [
      ("", "s3cret"), ("a:b", "s3cret"), ("a\nb", "s3cret"), ("ada", "s3cret\n"), ("ada", "s3cret\0"),
      (String(repeating: "a", count: 257), "s3cret"), ("ada", String(repeating: "s3cret", count: 200)),
    ] {
      let error = #expect(throws: InvalidValue.self) { try HTTPCredentials(user: user, password: password) }
      expectEqual(error?.description.contains("s3cret"), false)
    }
  }
}
