import CatalogModel
import FoundationEssentials

/// A client of Open Library's search and records (openlibrary.org/developers/api).
struct OpenLibraryServer: Sendable {
  /// The maximum size of a response in bytes. A search for 25 frequently printed works returns some megabytes of ISBNs.
  static let answerBytes = 16 * 1_048_576
  /// The maximum number of works to examine in one response.
  private static let maxDocuments = 1_000
  /// The maximum number of redirects from keys of merged records.
  static let maxRedirects = 3
  /// The minimum lifetime of a response in seconds. Shorter lifetimes are meant for HTTP caches and do not reflect
  /// changes of books.
  private static let minAge = 86_400.0
  private static let searchPath = "/search.json"

  /// A record with its current key, which differs from the requested key if the record was merged into another record.
  struct Record {
    let key: OpenLibraryKey
    let value: JSONValue
    let etag: String?
    let maxAge: Duration?
  }

  /// The address of the server, without a slash at the end.
  let address: String
  /// The user's contact.
  let contact: String?
  /// The path of the settings file that contains the contact.
  let settingsPath: String
  let transport: any HTTPTransport
  let now: @Sendable () -> Date

  /// Searches for works. Returns the works and the lifetime of the response.
  func documents(
    _ parameters: [(String, String)], limit: Int
  ) async throws -> (documents: [OpenLibraryDocument], maxAge: Duration?) {
    let response = try await response(
      Self.searchPath, parameters + [("fields", OpenLibraryDocument.fields), ("limit", String(limit))])
    let body = try await response.body.bytes()
    var parts: [Range<Int>] = []
    let answer = try value(of: body[...], .members(["docs": .parts(label: "docs")])) { part in
      if parts.count < Self.maxDocuments { parts.append(part.range) }
    }
    guard case .array? = answer["docs"] else {
      throw failure(.malformed, "its response is not that of Open Library: \"docs\" is not an array")
    }
    let documents = parts.compactMap { range in
      (try? value(of: body[range], OpenLibraryDocument.selection)).flatMap(OpenLibraryDocument.init)
    }
    return (documents, maxAge(of: response))
  }

  /// Fetches a work or an edition. If it was merged into another record, returns that record.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - etag: The validator of the known version.
  /// - Returns: The record, or `nil` if it has not changed; and the lifetime of the response.
  /// - Throws: `SourceFailure`, with the code `missing` if the record does not exist or was deleted.
  func record(_ key: OpenLibraryKey, etag: String? = nil) async throws -> (record: Record?, maxAge: Duration?) {
    var current = key
    var visited: Set<OpenLibraryKey> = []
    while true {
      visited.insert(current)
      let condition = current == key ? etag : nil
      let response = try await response(current.path + ".json", etag: condition)
      if response.status == 304 { return (nil, maxAge(of: response)) }
      let value = try await json(of: response)
      guard case .object = value else {
        throw failure(.malformed, "for \(current) it returned something that is not a record")
      }
      switch value["type"]?["key"]?.string {
      case "/type/redirect":
        guard let next = value["location"]?.string.flatMap(OpenLibraryKey.init), next.kind == key.kind else {
          throw failure(.malformed, "it redirects \(current) to something that is not a record of that kind")
        }
        guard !visited.contains(next) else { throw failure(.malformed, "it redirects \(current) in a loop") }
        guard visited.count <= Self.maxRedirects else {
          throw failure(.malformed, "it redirects \(key) more than \(Self.maxRedirects) times")
        }
        current = next
      case "/type/delete": throw failure(.missing, "\(current) was deleted there")
      default:
        if let named = value["key"]?.string, named != current.path {
          throw failure(.malformed, "for \(current) it returned another record, \(named.prefix(40))")
        }
        let maxAge = maxAge(of: response)
        return (Record(key: current, value: value, etag: response.header("ETag"), maxAge: maxAge), maxAge)
      }
    }
  }

  /// Fetches the edition with an ISBN.
  ///
  /// - Throws: `SourceFailure`, with the code `missing` if there is no such edition.
  func edition(with isbn: ISBN) async throws -> JSONValue {
    // The server redirects to the edition's key.
    let edition = try await json(of: response("/isbn/\(isbn.digits).json"))
    let requested = AskedISBNs([isbn])
    let numbers = OpenLibraryValue.texts(edition["isbn_13"]) + OpenLibraryValue.texts(edition["isbn_10"])
    guard numbers.contains(where: { requested.isbn($0) != nil }) else {
      throw failure(.missing, "for \(isbn.digits) it returned an edition that has another ISBN")
    }
    return edition
  }

  func failure(_ code: SourceFailure.Code, _ cause: String, hint: String? = nil) -> SourceFailure {
    SourceFailure(code, HTTPAddress.shown(address), cause: cause, hint: hint)
  }

  private func response(
    _ path: String, _ parameters: [(String, String)] = [], etag: String? = nil
  ) async throws -> HTTPResponse {
    var builder = AddressBuilder(address + path)
    for (name, value) in parameters { builder.add(name, value) }
    var headers = ["Accept": "application/json"]
    if let etag { headers["If-None-Match"] = etag }
    let request = HTTPRequest(.get, builder.text, headers: headers, bodyLimit: Self.answerBytes)
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch let failure as SourceFailure where failure.code == .failed {
      // No server was reached, for example because of an untrusted certificate or a missing HTTP library. Such a
      // failure does not depend on the request.
      throw SourceFailure(.unreachable, failure.subject, cause: failure.cause, hint: failure.hint)
    }
    switch response.status {
    case 304 where etag != nil: break
    case 403: throw refusal
    case 404 where path == Self.searchPath:
      throw failure(
        .unreachable, "Open Library was not found at this address (status 404)",
        hint: "check the line openlibrary = … in \(settingsPath)")
    case 410: throw failure(.missing, "\(path) no longer exists (status 410)")
    default: try response.requireSuccess(now: now())
    }
    return response
  }

  /// The failure for status 403. Since 2026, Open Library refuses programs that do not state how to reach their user.
  private var refusal: SourceFailure {
    guard let contact else {
      return failure(
        .denied, "it refuses requests without contact details (status 403)",
        hint: "set contact: add the line contact = you@example.org, with your own address, to \(settingsPath)")
    }
    return failure(
      .denied, "it refuses requests although they name \(contact) as the contact (status 403)",
      hint: "contact in \(settingsPath) must be an email or web address at which you can be reached")
  }

  private func json(of response: HTTPResponse) async throws -> JSONValue {
    try value(of: await response.body.bytes()[...], .everything)
  }

  /// Parses JSON. Anybody may edit the records, so members that cannot be parsed are treated as absent.
  private func value(
    of text: ArraySlice<UInt8>, _ selection: JSONSelection, take: ((JSONPart) -> Void)? = nil
  ) throws(SourceFailure) -> JSONValue {
    do { return try JSONParser(passesOverUnusable: true).value(of: text, selection, take: take) } catch {
      throw failure(.malformed, error.description)
    }
  }

  /// Returns the lifetime of a response, at most a thousand years (RFC 9111, section 5.2.2.1).
  private func maxAge(of response: HTTPResponse) -> Duration? {
    for directive in response.header("Cache-Control")?.split(separator: ",") ?? [] {
      let parts = directive.split(separator: "=").map { String($0).trimmed().lowercased() }
      guard parts.count == 2, parts[0] == "max-age", let seconds = Double(parts[1]), seconds.isFinite,
        seconds >= Self.minAge
      else { continue }
      return .seconds(min(seconds, 31_556_952_000))
    }
    return nil
  }
}
