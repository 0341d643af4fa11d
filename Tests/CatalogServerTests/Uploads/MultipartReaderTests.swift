import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of forms with files, both as browsers send them and malformed.
@Suite struct MultipartReaderTests {
  /// Reads a form in pieces of the given size.
  private func read(_ bytes: [UInt8], boundary: String = "b", by size: Int) throws -> (MultipartReader, [UInt8]) {
    var reader = MultipartReader(boundary: boundary)
    var file: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
        try reader.take(piece) { file += $0 }
      }
    }
    try reader.finish()
    return (reader, file)
  }

  private static func part(_ name: String, _ file: String? = nil, _ value: String) -> String {
    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(file.map { "; filename=\"\($0)\"" } ?? "")\r\n\r\n\(value)\r\n"
  }

  @Test(arguments: [1, 2, 3, 7, 64, 10_000])
  func `a file is received unchanged, whatever it contains and however it is split into pieces`(size: Int) throws {
    let file = "\r\n--B\r\n\r\r\n--\r\n-- b\r\n\u{0}--b--\r\n\r\n--a"
    let text =
      Self.part("source", nil, "mine \u{1F4DA}") + Self.part("file", "a,\u{e4}.csv", file) + Self.part("x", nil, "")
      + "--b--\r\n"
    let (reader, read) = try read(Array(text.utf8), by: size)
    expectEqual(read, Array(file.utf8))
    expectEqual(reader.fileName, "a,\u{e4}.csv")
    #expect(reader.fields.map(\.name) == ["source", "x"] && reader.fields.map(\.value) == ["mine \u{1F4DA}", ""])
  }

  @Test func `an empty file is a file, and the line end after the last part may be missing`() throws {
    try expectEqual(read(Array((Self.part("file", "", "") + "--b--").utf8), by: 5).1, [])
  }

  @Test(arguments: [
    "", "--b", "--b--", "--b--\r\n", "x--b\r\n", "\r\n--b\r\n", part("a", nil, "1") + "--b--\r\n",
    part("file", "a", "1"), part("file", "a", "1") + "--b-", part("file", "a", "1") + "--b--\r\nmore",
    part("file", "a", "1") + "--bx\r\n", part("file", "a", "1") + part("file", "b", "2") + "--b--\r\n",
    part("other", "a", "1") + "--b--\r\n", part("a", nil, "1") + part("a", nil, "2") + part("file", "a", "1") + "--b--",
    part("file", nil, "1") + "--b--\r\n", part("file", "a\0.csv", "1") + "--b--\r\n",
    "--b\r\n\r\n1\r\n--b--\r\n",
    "--b\r\nContent-Disposition: attachment; name=\"file\"; filename=\"x\"\r\n\r\n1\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"; filename=\"y\"\r\n\r\n1\r\n--b--",
    "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--", "--b\r\nno field\r\n\r\n1\r\n--b--",
    "--b\r\nX: " + String(repeating: "x", count: 5_000) + "\r\n\r\n1\r\n--b--",
    String(repeating: "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n", count: 2) + "--b--",
    (0..<40).map { part("f\($0)", nil, "") }.joined() + part("file", "a", "1") + "--b--",
    part("a\u{0}", nil, "1") + part("file", "a", "1") + "--b--",
    part("a", nil, "\0") + part("file", "a", "1") + "--b--",
  ])
  func `an invalid form is rejected`(text: String) throws {
    for size in [1, 1_000_000] {
      let problem = try #require(throws: Problem.self) { try read(Array(text.utf8), by: size) }
      expectEqual(problem.status, 400, "\(text.prefix(80).debugDescription)")
    }
  }

  @Test func `an endless field is not kept in memory`() throws {
    let long = Self.part("a", nil, String(repeating: "x", count: 70_000)) + Self.part("file", "a", "1") + "--b--"
    try expectEqual(#require(throws: Problem.self) { try read(Array(long.utf8), by: 9_000) }.status, 413)
  }

  @Test func `parts in mail encodings are not decoded`() throws {
    let text =
      "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\nContent-Transfer-Encoding: base64\r\n\r\nQQ==\r\n--b--"
    try expectEqual(#require(throws: Problem.self) { try read(Array(text.utf8), by: 9) }.status, 415)
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data; boundary=\"a b\"; charset=x", "a b"),
      ("multipart/form-data", nil), ("multipart/form-data; boundary=", nil),
      ("multipart/form-data; boundary=\"a \"", nil),
      ("multipart/form-data; boundary=a; boundary=b", nil), ("multipart/form-data; boundary=a, b", nil),
      ("multipart/form-data; boundary=a\u{e4}", nil), ("multipart/form-data; boundary=<a>", nil),
      ("multipart/form-data; boundary=" + String(repeating: "x", count: 71), nil),
      ("multipart/form-data; boundary=" + String(repeating: "x", count: 10_000), nil),
    ] as [(String, String?)])
  func `a boundary must be valid`(field: String, boundary: String?) {
    expectEqual(MultipartReader.boundary(in: ["Content-Type": field]), boundary)
  }

  @Test(
    arguments: [
      ("books.csv", "books.csv"), ("../../etc/passwd", "passwd"), ("C:\\books\\mine.csv", "mine.csv"), ("..", nil),
      ("", nil),
      ("/", nil), ("a\u{202E}vsc.exe", "avsc.exe"), ("a\nb", "ab"), (" x ", "x"),
      (String(repeating: "\u{e4}", count: 200), String(repeating: "\u{e4}", count: 100)),
    ] as [(String, String?)])
  func `a file name contains no path`(stated: String, name: String?) { expectEqual(Upload.name(of: stated), name) }
}
