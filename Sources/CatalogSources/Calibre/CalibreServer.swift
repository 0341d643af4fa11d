import CatalogModel
import FoundationEssentials

/// Asks a calibre content server (its own interface under `/ajax`, as of calibre 6.13).
struct CalibreServer: Sendable {
  /// The numbers of all books of a library.
  struct Listing: Sendable {
    let library: String
    /// The book that was changed last in front.
    let byChange: [Int64]
    /// The smallest in front.
    let ascending: [Int64]
    /// By which the same list is known again.
    let fingerprint: UInt64

    init(library: String, byChange: [Int64]) {
      self.library = library
      self.byChange = byChange
      ascending = byChange.sorted()
      var fingerprint = Fingerprint()
      for id in byChange { fingerprint.mix(text: String(id)) }
      self.fingerprint = fingerprint.value
    }

    /// The numbers of a range, the smallest in front.
    func ids(from first: Int64, through last: Int64) -> ArraySlice<Int64> {
      let start = index(of: first)
      return ascending[start..<max(start, index(of: last + 1))]
    }

    /// Where the first number stands that is not smaller.
    private func index(of id: Int64) -> Int {
      var (low, high) = (0, ascending.count)
      while low < high {
        let middle = (low + high) / 2
        if ascending[middle] < id { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// More books than any server has, and than are asked for.
  private static let allBooks = 1_000_000
  /// How large an answer may be: a million numbers have half of it.
  static let answerBytes = 16 * 1_048_576

  /// Where the server is, without a slash at the end.
  let address: String
  /// The library that was asked for; `nil` for the server's own choice.
  let library: String?
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  /// - Parameter address: of the server, with or without the name of a library behind it: `http://host:8080`,
  ///   `http://host:8080/#Books`, `http://host:8080/?library_id=Books`, or as a browser shows it.
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

  /// When the library was changed last, as the server says, and whether that second is over, so that a later change says
  /// something else; `nil` when it does not say.
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
      // The largest number leaves room for the one behind it.
      if let id = Int64(String(decoding: body[part.range], as: UTF8.self)), id > 0, id < .max { ids.append(id) }
    }
    guard case .array? = answer["book_ids"], let library = answer["library_id"]?.string else {
      throw failure(.nonsense, "it does not answer as a calibre content server does")
    }
    if case .integer(let total)? = answer["total_num"], total > ids.count {
      throw failure(.tooLarge, "it lists \(ids.count) of its \(total) books only")
    }
    // A server may give its own choice where it does not know the name.
    if let named = self.library, named != library { throw noLibrary(named) }
    return Listing(library: library, byChange: ids)
  }

  private func noLibrary(_ name: String) -> SourceFailure {
    failure(.missing, "it has no library '\(name)'", hint: "look what it is called in a browser")
  }

  /// The books with these numbers. One that was deleted meanwhile is missing.
  func books(_ ids: [Int64]) async throws -> [Int64: CalibreBook] {
    let body = try await body(
      "/ajax/books", [("ids", ids.map(String.init).joined(separator: ",")), ("category_urls", "false")])
    let asked = Dictionary(ids.map { (String($0), $0) }) { first, _ in first }
    var parts: [Int64: Range<Int>] = [:]
    let answer = try read(body, .parts(label: "books")) { part in
      if let id = part.name.flatMap({ asked[$0] }), parts[id] == nil { parts[id] = part.range }
    }
    guard case .object = answer else {
      throw failure(.nonsense, "it does not answer as a calibre content server does")
    }
    return parts.compactMapValues { CalibreBook(body[$0]) }
  }

  func failure(_ code: SourceFailure.Code, _ cause: String, hint: String? = nil) -> SourceFailure {
    SourceFailure(code, HTTPAddress.shown(address), cause: cause, hint: hint)
  }

  private func body(_ path: String, _ parameters: [(String, String)]) async throws -> [UInt8] {
    let response = try await send(.get, path, parameters)
    if response.status == 404 {
      throw library.map(noLibrary) ?? failure(.missing, "no calibre content server answers there")
    }
    try response.requireSuccess(now: now())
    return try await response.body.bytes()
  }

  private func read(
    _ body: [UInt8], _ selection: JSONSelection, _ take: @escaping (JSONPart) -> Void
  ) throws(SourceFailure) -> JSONValue {
    do { return try JSONParser().value(of: body, selection, take: take) } catch {
      throw failure(.nonsense, error.description)
    }
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ parameters: [(String, String)]
  ) async throws -> HTTPResponse {
    var asked = AddressBuilder(address + path)
    // OPDS takes the library as a parameter, /ajax as a part of the path.
    if let library, method == .get { asked.addPart(library) }
    for (name, value) in parameters { asked.add(name, value) }
    if let library, method == .head { asked.add("library_id", library) }
    return try await transport.send(HTTPRequest(method, asked.text, bodyLimit: Self.answerBytes))
  }
}
