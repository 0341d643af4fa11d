import Catalog
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Books with long texts")
struct LargeBookTests {
  private static let count = 12
  private static let long = String(repeating: "Lorem ipsum ", count: 20_000)
  private let catalog: BookCatalog
  private let site: CatalogSite

  init() async throws {
    catalog = try BookCatalog.temporary()
    for number in 1...Self.count {
      try await catalog.add { ($0.title, $0.description) = ("Book \(number)", Self.long) }
    }
    site = CatalogSite(catalog)
  }

  private func ask(_ address: String, accept: String = "application/json") async throws -> Response {
    try await site.answer(Request(.get, address, fields: ["Accept": accept])).response()
  }

  private func ids(_ text: String) throws -> [Int] {
    let books = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    return books.compactMap { $0["id"] as? Int }
  }

  @Test("long texts of a page are sent in bounded pieces, and the page keeps its books and their order")
  func pieces() async throws {
    let response = try await ask("/?size=1000&sort=added")
    expectEqual(response.fields["x-total-count"], String(Self.count))
    guard case .stream(let stream) = response.body else {
      Issue.record("it is all in memory")
      return
    }
    var (text, largest): ([UInt8], Int) = ([], 0)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_777_216, alignment: 1)
    defer { buffer.deallocate() }
    while case let taken = try stream.take(into: buffer), taken > 0 {
      if text.isEmpty {
        // The first book moves to the end of the list, and the last but one is removed.
        try await catalog.add { $0.title = "New" }
        try await catalog.write { _ = try $0.remove([Book.ID(Int64(Self.count - 1))]) }
      }
      text += buffer.prefix(taken)
      largest = max(largest, taken)
    }
    #expect(largest <= 1_048_576)
    let expected = Array(1...Self.count).filter { $0 != Self.count - 1 }
    try expectEqual(ids(String(decoding: text, as: UTF8.self)), expected)
  }

  @Test("long texts of an export are sent in bounded pieces, each once", arguments: ["/.jsonl", "/.csv"])
  func export(address: String) async throws {
    guard case .stream(let stream) = try await ask(address).body else {
      Issue.record("it is all in memory")
      return
    }
    var (bytes, largest): ([UInt8], Int) = ([], 0)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_777_216, alignment: 1)
    defer { buffer.deallocate() }
    while case let taken = try stream.take(into: buffer), taken > 0 {
      bytes += buffer.prefix(taken)
      largest = max(largest, taken)
    }
    #expect(largest <= 1_048_576)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    expectEqual(lines.count, Self.count + (address == "/.csv" ? 1 : 0))
  }

  @Test("long texts are omitted from the rows of a page for people and from the fields that a program selects")
  func brief() async throws {
    #expect(try await ask("/?size=1000", accept: "text/html").text.contains("Book 12"))
    let named = try await ask("/?size=1000&fields=id,title&sort=added").text
    try expectEqual(ids(named), Array(1...Self.count))
    let small = try await ask("/?size=1")
    #expect(small.text.contains("Lorem ipsum") && small.text.hasSuffix("]\n"))
    try await expectEqual(ask("/?q=nosuch").text, "[]\n")
  }
}
