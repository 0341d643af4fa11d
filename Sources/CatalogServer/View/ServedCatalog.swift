import Catalog
import CatalogSources
import FoundationEssentials

/// The catalog as requests may see it: whatever a route reads, it reads here, with what its client may be shown.
struct ServedCatalog: Sendable {
  let catalog: BookCatalog
  /// Tells this serving from others: numbers of changes mean nothing in another file, or another version of the program.
  let mark = String(UInt64.random(in: .min ... .max), radix: 36)
  private let clock = ChangeClock()
  /// The time when the server started, in whole seconds.
  private let started = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
  let facets = FacetCounts()
  /// The covers that were given to books as images.
  let ownCovers: OwnCovers
  private let coverSecret = SipHash.secret()

  init(_ catalog: BookCatalog) {
    self.catalog = catalog
    ownCovers = OwnCovers(ofCatalogAt: catalog.path)
  }

  /// A moment of the catalog, as a viewer may see it.
  func view(_ snapshot: CatalogSnapshot, _ viewer: Viewer) throws -> ServedView {
    try ServedView(snapshot, viewer, facets, coverFolder: ownCovers.folder)
  }

  /// Tells the cover of a book from others it may have, and says nothing else of it.
  func coverMark(_ cover: OwnCover, of book: Book.ID) -> String {
    String(coverSecret.hash("\(book)\n\(cover.address ?? "")".utf8), radix: 36)
  }

  /// Answers a request from one view of the catalog, where the client does not have the answer of its last change already.
  ///
  /// - Parameters:
  ///   - type: the media type; that of the request's form where it is `nil`.
  ///   - make: makes the bytes, and may add header fields.
  func answer(
    _ request: RoutedRequest, type: String? = nil,
    _ make: (ServedView, inout HeaderFields) throws -> [UInt8]
  ) throws -> Answer {
    try read(request) { view in
      try request.answer(type: type, validators: try validators(view)) { try make(view, &$0) }
    }
  }

  /// Answers a request from a view of the catalog that is open, where the client does not have the answer already.
  ///
  /// - Parameter make: makes the body, and may add header fields.
  func answer(
    _ request: RoutedRequest, in view: ServedView, _ make: (inout HeaderFields) throws -> Response.Body
  ) throws -> Answer {
    try request.answerWithBody(validators: try validators(view), make)
  }

  /// Answers a request with what takes long to be found: other requests are answered meanwhile.
  func slowAnswer(
    _ request: RoutedRequest, type: String, _ make: @escaping @Sendable (ServedView) throws -> [UInt8]
  ) -> Answer {
    .later {
      try await readLater(request) { view in
        try request.answer(type: type, validators: try validators(view)) { _ in try make(view) }
      }.response()
    }
  }

  /// Answers a request with a document of JSON.
  func json(_ request: RoutedRequest, _ write: (ServedView, inout JSONWriter) throws -> Void) throws -> Answer {
    try answer(request, type: Format.json.type) { view, _ in try Self.document(view, write) }
  }

  /// Answers a request with a document of JSON that takes long to be found: other requests are answered meanwhile.
  func slowJSON(
    _ request: RoutedRequest, _ write: @escaping @Sendable (ServedView, inout JSONWriter) throws -> Void
  ) -> Answer {
    slowAnswer(request, type: Format.json.type) { try Self.document($0, write) }
  }

  private static func document(
    _ view: ServedView, _ write: (ServedView, inout JSONWriter) throws -> Void
  ) throws -> [UInt8] {
    var json = JSONWriter(layout: .compact)
    try write(view, &json)
    json.endLine()
    return json.bytes
  }

  /// Answers a request with a body that is made while it is sent.
  ///
  /// - Parameter make: makes the body in the view of the catalog that the validators are of; what it reads later is of later ones.
  func stream(_ request: RoutedRequest, _ make: (ServedView) throws -> BodyStream) throws -> Answer {
    try read(request) { view in
      try request.stream(validators: try validators(view)) { try make(view) }
    }
  }

  /// Reads for a request.
  ///
  /// - Throws: ``Problem``; another error where the catalog fails.
  func read<Value>(_ request: RoutedRequest, _ body: (ServedView) throws -> Value) throws -> Value {
    do { return try catalog(for: request.viewer).read { try body(view($0, request.viewer)) } } catch {
      throw Self.told(error)
    }
  }

  /// Reads for a request what takes long: other requests are answered meanwhile.
  ///
  /// - Throws: ``Problem``; another error where the catalog fails.
  func readLater<Value: Sendable>(
    _ request: RoutedRequest, _ body: @escaping @Sendable (ServedView) throws -> Value
  ) async throws -> Value {
    do { return try await catalog(for: request.viewer).read { try body(view($0, request.viewer)) } } catch {
      throw Self.told(error)
    }
  }

  /// Returns the catalog as a viewer sees and changes it. The account of an owner makes steps under its own name, which it undoes
  /// itself; the values that it sees and changes are the owner's.
  func catalog(for viewer: Viewer) throws -> BookCatalog {
    if let person = viewer.person { return try catalog.seen(by: person) }
    return try viewer.account.map(catalog.acting) ?? catalog
  }

  /// What a client is told of an error; the error where that is nothing.
  static func told(_ error: any Error) -> any Error {
    switch error {
    case let error as CatalogError: Problem(error) ?? error
    case let error as InvalidValue: Problem.badRequest("\(error.subject): \(error.reason)")
    default: error
    }
  }

  /// Returns the validators of an answer: the number of the catalog's last change, the client's rights, and the day, because a
  /// query may count from today. A viewer who may see only some books gets none: they would tell that other books changed.
  private func validators(_ view: ServedView) throws -> Validators {
    guard view.viewer.books == .all else { return Validators() }
    let now = Date()
    let state = try view.moment(now)
    let changed = clock.date(of: state, now: now)
    // While the second of a change goes on, another change may follow in it, and a clock may differ a little.
    let modified = now.timeIntervalSince(changed) >= 2 ? changed : nil
    return Validators(tag: EntityTag("\(mark)-\(state)\(view.viewer.key)"), modified: modified)
  }

  /// Returns the time of the catalog's last change, as far as this server knows. For a viewer who may see only some books, it
  /// is the time when the server started: they are not told that other books changed.
  func lastChange(_ view: ServedView) throws -> Date {
    guard view.viewer.books == .all else { return started }
    let now = Date()
    return clock.date(of: try view.moment(now), now: now)
  }
}

extension Problem {
  /// What a client is told of a failure of the catalog; `nil` where that is nothing but that it failed.
  init?(_ error: CatalogError) {
    switch error.code {
    case .noSuchBook, .noSuchSource, .noSuchField: self = .notFound
    case .nothingToDo: self.init(409, detail: "\(error.cause.prefix(1).uppercased())\(error.cause.dropFirst()).")
    case .diskFull: self.init(507, detail: "The disk is full: nothing was changed.")
    case .readOnly, .permissionDenied: self.init(403, detail: "The file of the catalog cannot be written.")
    case .busy: self.init(503, detail: "Another program is changing the catalog.", fields: ["Retry-After": "1"])
    default: return nil
    }
  }
}
