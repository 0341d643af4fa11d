import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Heads of answers") struct HTTPHeadParserTests {
  private static func head(_ lines: some Sequence<String>) -> HTTPHead? {
    var parser = HTTPHeadParser()
    for line in lines {
      let bytes = Array((line + "\r\n").utf8)
      if let head = bytes.withUnsafeBytes({ parser.take($0) }) { return head }
    }
    return nil
  }

  @Test("values of one name are joined in their order, whatever stands between them, and go on in folded lines")
  func joining() {
    let head = Self.head([
      "HTTP/1.1 200 OK", "Link: a", "Age: 1", "LINK:  b ", "link: c", " d", "\te", "nonsense", "Empty:", "empty:", "",
    ])
    expectEqual(head?.status, 200)
    expectEqual(head?.fields, ["link": "a, b, c d e", "age": "1", "empty": ", "])
  }

  @Test("as many lines as a head may have are joined")
  func manyLines() {
    let count = HTTPHeadParser.maxBytes / 4 - 20
    let head = Self.head(["HTTP/1.1 200 OK"] + Array(repeating: "a:", count: count) + [""])
    expectEqual(head?.fields["a"]?.utf8.count, 2 * (count - 1))
  }

  @Test("of interim answers nothing is left")
  func interim() {
    let head = Self.head(["HTTP/1.1 103 Early Hints", "a: 1", "", "HTTP/1.1 404 Not Found", "b: 2", ""])
    #expect(head?.status == 404 && head?.fields == ["b": "2"])
  }
}
