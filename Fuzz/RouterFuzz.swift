import CatalogServer

/// Sends texts as requests: the method and the target in the first line, then header fields, and a body after a blank
/// line. Each of them gets a response.
enum RouterFuzz {
  static let parser: FuzzTarget.Parser = { bytes in
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let first = String(decoding: lines.first ?? [], as: UTF8.self)
    let words = first.split(separator: " ", maxSplits: 1).map(String.init)
    let fields = lines.dropFirst().prefix { !$0.isEmpty }.map { line in
      let text = String(decoding: line, as: UTF8.self)
      let name = text.prefix { $0 != ":" }
      return (String(name), String(text[name.endIndex...].dropFirst()))
    }
    let body = lines.dropFirst(fields.count + 2).joined(separator: [UInt8(ascii: "\n")])
    ask(words.first ?? "", words.dropFirst().first ?? "", fields, Array(body))
  }

  private static let router = Router(
    basePath: "/base",
    [
      Route(.get, "/", formats: [.html, .json, .opds, .atom], summary: "The beginning.") { answer($0) },
      Route(.get, "/book/:id", formats: [.html, .json], summary: "A book.") { answer($0) },
      Route(.post, "/book/:id", summary: "Changes a book.") { request in
        .now(Response(request.request.body, type: "text/plain"))
      },
      Route(.get, "/book/:id/:part", formats: [.csv, .jsonLines], summary: "A part of a book.") { answer($0) },
    ])

  private static let answerer = Answerer(
    service: router,
    policy: AccessPolicy(
      hosts: HostNames(["books.test"]), proxies: TrustedProxies([Network("127.0.0.0/8")].compactMap(\.self))),
    bodyLimit: 1_000, failed: { preconditionFailure("a route fails: \($0)") })

  private static func answer(_ request: RoutedRequest) -> Answer {
    precondition(request.parameters.values.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." })
    let text = request.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined()
    return request.answer(validators: Validators(tag: EntityTag("1"))) { _ in Array((text + String(repeating: "x", count: 2_000)).utf8) }
  }

  private static func ask(_ method: String, _ target: String, _ lines: [(String, String)], _ body: [UInt8]) {
    var fields = HeaderFields()
    for (name, value) in lines { fields.add(name, value) }
    // A remote client, and a trusted proxy.
    for address in ["203.0.113.9", "127.0.0.1"] {
      guard let peer = NetworkAddress(address) else { continue }
      switch answerer.start(RequestHead(method, target, fields: fields, peer: .address(peer))) {
      case .refused(let reply): check(reply)
      case .request(var request):
        precondition(peer.isLoopback || request.client.fields == .publicOnly, "a stranger sees what is private")
        request.body = body
        switch answerer.answer(request) {
        case .now(let reply): check(reply)
        case .later: preconditionFailure("nothing is answered later")
        }
      }
    }
  }

  private static func check(_ reply: Reply) {
    precondition((200...599).contains(reply.status), "status \(reply.status)")
    for name in ["content-security-policy", "x-content-type-options", "referrer-policy"] {
      precondition(reply.fields.values(of: name).count == 1, "\(name) is missing")
    }
    for line in reply.fields.lines {
      precondition(!line.value.utf8.contains { $0 < 0x20 && $0 != 9 }, "a control character in \(line.name)")
    }
    if let length = reply.length { precondition(length <= 100_000, "an answer of \(length) bytes") }
  }
}
