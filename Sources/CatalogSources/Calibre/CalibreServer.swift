import CatalogModel
import FoundationEssentials

/// A client for the calibre content server and its `/ajax` interface (as of calibre 6.13).
struct CalibreServer: Sendable {
  /// The ids of all books in a library.
  struct Listing: Sendable {
    let library: String
    /// The ids, with the most recently changed book first.
    let byChange: [Int64]
    /// The ids in ascending order.
    let ascending: [Int64]
    /// A fingerprint that identifies the list.
    let fingerprint: UInt64

    init(library: String, byChange: [Int64]) {
      self.library = library
      self.byChange = byChange
      ascending = byChange.sorted()
      var fingerprint = Fingerprint()
      for id in byChange { fingerprint.mix(text: String(id)) }
      self.fingerprint = fingerprint.value
    }

    /// Returns the ids in a range, in ascending order.
    func ids(from first: Int64, through last: Int64) -> ArraySlice<Int64> {
      let start = index(of: first)
      return ascending[start..<max(start, index(of: last + 1))]
    }

    /// Returns the index of the first id that is not smaller than the given one.
    private func index(of id: Int64) -> Int {
      var (low, high) = (0, ascending.count)
      while low < high {
        let middle = (low + high) / 2
        if ascending[middle] < id { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// The number of books requested. It exceeds the size of any library, so that the server returns all ids.
  private static let allBooks = 1_000_000
  /// The maximum size of a response in bytes. A million ids take half of it.
  static let answerBytes = 16 * 1_048_576

  /// The address of the server, without a slash at the end.
  let address: String
  /// The name of the requested library, or `nil` for the server's default.
  let library: String?
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  /// Creates a client.
  ///
  /// - Parameter address: The address of the server, optionally with the name of a library: `http://host:8080`,
  ///   `http://host:8080/#Books`, `http://host:8080/?library_id=Books`, or the address shown by a browser.
  init(address: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date) {
    var base = String(address.prefix { $0 != "#" && $0 != "?" })
    while base.hasSuffix("/") { base.removeLast() }
    self.address = base
    library = Self.library(in: address)
    self.transport = transport
    self.now = now
  }

  private static func library(in address: String) -> String? {
    let query = address.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    let fragment = address.drop { $0 != "#" }.dropFirst()
    for parameter in query.split(separator: "&") + fragment.split(separator: "&")
    where parameter.hasPrefix("library_id=") {
      return unescaped(parameter.dropFirst("library_id=".count))
    }
    return fragment.isEmpty || fragment.contains("=") ? nil : unescaped(fragment)
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = Substring(rest.prefix(2))
      if byte == UInt8(ascii: "%"), digits.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the time of the library's last change, or `nil` if the server does not state it. `isOver` is true if the
  /// second of that change has passed, so that any later change has a different time.
  func age() async throws -> (text: String, isOver: Bool)? {
    let response = try await send(.head, "/opds", [])
    if response.status == 404 { return nil }
    try response.requireSuccess(now: now())
    guard let text = response.header("Last-Modified"), let changed = HTTPDate.date(text, now: now()) else { return nil }
    let date = response.header("Date").flatMap { HTTPDate.date($0, now: now()) }
    return (text, date.map { $0.timeIntervalSince(changed) >= 2 } ?? false)
  }

  func listing() async throws -> Listing {
    let body = try await body(
      "/ajax/search",
      [("num", String(Self.allBooks)), ("offset", "0"), ("sort", "last_modified"), ("sort_order", "desc")])
    var ids: [Int64] = []
    let answer = try read(
      body, .members(["library_id": .everything, "total_num": .everything, "book_ids": .parts(label: "book_ids")])
    ) { part in
      // Exclude the largest integer, because the next id must also be valid.
      if let id = Int64(String(decoding: body[part.range], as: UTF8.self)), id > 0, id < .max { ids.append(id) }
    }
    guard case .array? = answer["book_ids"], let library = answer["library_id"]?.string else {
      throw failure(.malformed, "its response is not that of a calibre content server")
    }
    if case .integer(let total)? = answer["total_num"], total > ids.count {
      throw failure(.tooLarge, "it lists only \(ids.count) of its \(total) books")
    }
    // A server may return its default library if it does not know the name.
    if let named = self.library, named != library { throw noLibrary(named) }
    return Listing(library: library, byChange: ids)
  }

  private func noLibrary(_ name: String) -> SourceFailure {
    failure(.missing, "it has no library '\(name)'", hint: "open the address in a browser to see its libraries")
  }

  /// Returns the books with the given ids. Books that were deleted in the meantime are missing.
  func books(_ ids: [Int64]) async throws -> [Int64: CalibreBook] {
    let body = try await body(
      "/ajax/books", [("ids", ids.map(String.init).joined(separator: ",")), ("category_urls", "false")])
    let requested = Dictionary(ids.map { (String($0), $0) }) { first, _ in first }
    var parts: [Int64: Range<Int>] = [:]
    let answer = try read(body, .parts(label: "books")) { part in
      if let id = part.name.flatMap({ requested[$0] }), parts[id] == nil { parts[id] = part.range }
    }
    guard case .object = answer else {
      throw failure(.malformed, "its response is not that of a calibre content server")
    }
    return parts.compactMapValues { CalibreBook(body[$0]) }
  }

  func failure(_ code: SourceFailure.Code, _ cause: String, hint: String? = nil) -> SourceFailure {
    SourceFailure(code, HTTPAddress.shown(address), cause: cause, hint: hint)
  }

  private func body(_ path: String, _ parameters: [(String, String)]) async throws -> [UInt8] {
    let response = try await send(.get, path, parameters)
    if response.status == 404 {
      throw library.map(noLibrary) ?? failure(.missing, "no calibre content server was found at this address")
    }
    try response.requireSuccess(now: now())
    return try await response.body.bytes()
  }

  private func read(
    _ body: [UInt8], _ selection: JSONSelection, _ take: @escaping (JSONPart) -> Void
  ) throws(SourceFailure) -> JSONValue {
    do { return try JSONParser().value(of: body, selection, take: take) } catch {
      throw failure(.malformed, error.description)
    }
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ parameters: [(String, String)]
  ) async throws -> HTTPResponse {
    var builder = AddressBuilder(address + path)
    // OPDS expects the library as a parameter, but `/ajax` expects it as a part of the path.
    if let library, method == .get { builder.addPart(library) }
    for (name, value) in parameters { builder.add(name, value) }
    if let library, method == .head { builder.add("library_id", library) }
    return try await transport.send(HTTPRequest(method, builder.text, bodyLimit: Self.answerBytes))
  }
}
