import Catalog
import CatalogSources
import FoundationEssentials
import Platform
import Synchronization

/// The catalog as requests may see it. All routes read through it, limited to what the viewer may see.
struct ServedCatalog: Sendable {
  let catalog: BookCatalog
  /// An identifier of this run of the server. Entity tags and event ids combine this identifier with change numbers,
  /// because the same number means something else in another file or another version of the program.
  let mark = String(UInt64.random(in: .min ... .max), radix: 36)
  private let clock = ChangeClock()
  /// The time when the server started, in whole seconds.
  private let started = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
  let counts = CachedCounts()
  /// The covers that were uploaded as images.
  let ownCovers: OwnCovers
  private let coverSecret = SipHash.secret()
  /// Counts how often fetched covers were announced. They change pages and feeds without changing the catalog.
  private let coverCount = CoverCount()

  init(_ catalog: BookCatalog) {
    self.catalog = catalog
    ownCovers = OwnCovers(ofCatalogAt: catalog.path)
  }

  /// Returns a snapshot of the catalog as a viewer may see it.
  func view(_ snapshot: CatalogSnapshot, _ viewer: Viewer) throws -> ServedView {
    try ServedView(snapshot, viewer, counts, coverFolder: ownCovers.folder)
  }

  /// Makes the entity tags of earlier answers invalid, because fetched covers have been stored.
  func countCovers() { coverCount.number.add(1, ordering: .relaxed) }

  /// Returns an identifier of everything that a viewer may be shown, at a moment.
  private func moment(_ view: ServedView, _ now: Date) throws -> String {
    let covers = coverCount.number.load(ordering: .relaxed)
    return try view.moment(now) + (covers == 0 ? "" : "-c\(covers)")
  }

  /// Returns a hash that identifies the current cover of a book without revealing its address.
  func coverMark(_ cover: OwnCover, of book: Book.ID) -> String {
    String(coverSecret.hash("\(book)\n\(cover.address ?? "")".utf8), radix: 36)
  }

  /// Answers a request from a single snapshot of the catalog, unless the client already has the current answer.
  ///
  /// - Parameters:
  ///   - type: The media type; `nil` for the type of the request's format.
  ///   - make: Makes the bytes, and may add header fields.
  func answer(
    _ request: RoutedRequest, type: String? = nil,
    _ make: (ServedView, inout HeaderFields) throws -> [UInt8]
  ) throws -> Answer {
    try read(request) { view in
      try request.answer(type: type, validators: try validators(view)) { try make(view, &$0) }
    }
  }

  /// Answers a request from an open view of the catalog, unless the client already has the current answer.
  ///
  /// - Parameters:
  ///   - variant: Distinguishes answers at the same address that depend on header fields other than `Accept`.
  ///   - make: Makes the body, and may add header fields.
  func answer(
    _ request: RoutedRequest, in view: ServedView, variant: String = "",
    _ make: (inout HeaderFields) throws -> Response.Body
  ) throws -> Answer {
    try request.answerWithBody(validators: try validators(view, variant: variant), make)
  }

  /// Answers a request that takes long, without delaying other requests.
  func slowAnswer(
    _ request: RoutedRequest, type: String, _ make: @escaping @Sendable (ServedView) throws -> [UInt8]
  ) -> Answer {
    .later {
      try await readLater(request) { view in
        try request.answer(type: type, validators: try validators(view)) { _ in try make(view) }
      }.response()
    }
  }

  /// Answers a request with a JSON document.
  func json(_ request: RoutedRequest, _ write: (ServedView, inout JSONWriter) throws -> Void) throws -> Answer {
    try answer(request, type: Format.json.type) { view, _ in try Self.document(view, write) }
  }

  /// Answers a request with a JSON document that takes long to make, without delaying other requests.
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

  /// Answers a request with a body that is produced while it is sent.
  ///
  /// - Parameter make: Makes the body from the view that the validators belong to. Data that the body reads later comes
  ///   from later snapshots.
  func stream(_ request: RoutedRequest, _ make: (ServedView) throws -> BodyStream) throws -> Answer {
    try read(request) { view in
      try request.stream(validators: try validators(view)) { try make(view) }
    }
  }

  /// Reads the catalog for a request.
  ///
  /// - Throws: ``Problem``; another error if the catalog fails.
  func read<Value>(_ request: RoutedRequest, _ body: (ServedView) throws -> Value) throws -> Value {
    do { return try catalog(for: request.viewer).read { try body(view($0, request.viewer)) } } catch {
      throw Self.reported(error, to: request.viewer)
    }
  }

  /// Reads the catalog for a request that takes long, without delaying other requests.
  ///
  /// - Throws: ``Problem``; another error if the catalog fails.
  func readLater<Value: Sendable>(
    _ request: RoutedRequest, _ body: @escaping @Sendable (ServedView) throws -> Value
  ) async throws -> Value {
    do { return try await catalog(for: request.viewer).read { try body(view($0, request.viewer)) } } catch {
      throw Self.reported(error, to: request.viewer)
    }
  }

  /// Returns the catalog as a viewer sees and changes it. An owner's account makes and undoes steps under its own name,
  /// but sees and changes the owner's values.
  func catalog(for viewer: Viewer) throws -> BookCatalog {
    if let person = viewer.audience.person { return try catalog.seen(by: person) }
    return try viewer.account.map(catalog.acting) ?? catalog
  }

  /// Returns the problem to report for an error, or the error itself if its details must not be reported.
  ///
  /// - Parameter viewer: The viewer who may not see private data, if any.
  static func reported(_ error: any Error, to viewer: Viewer? = nil) -> any Error {
    switch error {
    case CatalogError.privateData: viewer?.refusal ?? .isOwners
    case let error as CatalogError: Problem(error) ?? error
    case let error as InvalidValue: Problem(error)
    default: error
    }
  }

  /// Returns the validators of an answer. They depend on the catalog's last change, the viewer's rights, and the day,
  /// because a query may be relative to today. A viewer who may see only some books gets no validators, because
  /// validators would reveal changes to other books.
  private func validators(_ view: ServedView, variant: String = "") throws -> Validators {
    guard view.viewer.audience.books == .all else { return Validators() }
    let now = Date()
    let state = try moment(view, now)
    let changed = clock.date(of: state, now: now)
    // Another change may follow within the same second, and clocks may differ slightly.
    let modified = now.timeIntervalSince(changed) >= 2 ? changed : nil
    return Validators(tag: EntityTag("\(mark)-\(state)\(view.viewer.key)\(variant)"), modified: modified)
  }

  /// Returns the time of the catalog's last change, as far as this server knows. For a viewer who may see only some
  /// books, returns the time when the server started, because the last change may be to another book.
  func lastChange(_ view: ServedView) throws -> Date {
    guard view.viewer.audience.books == .all else { return started }
    let now = Date()
    return clock.date(of: try moment(view, now), now: now)
  }
}

/// A number that all copies of a ``ServedCatalog`` share.
private final class CoverCount: Sendable {
  let number = Atomic(0)
}

extension Problem {
  /// Creates the problem to report for an error of the catalog; returns `nil` if the details of the error must not be
  /// reported.
  init?(_ error: CatalogError) {
    switch error.code {
    case .noSuchBook, .noSuchSource, .noSuchField: self = .notFound
    case .nothingToDo: self.init(409, detail: "\(error.cause.prefix(1).uppercased())\(error.cause.dropFirst()).")
    case .diskFull: self.init(507, detail: "The disk is full. Nothing was changed.")
    case .readOnly, .permissionDenied: self.init(403, detail: "The server cannot write to the catalog's file.")
    case .busy:
      self.init(
        503, detail: "Another program is changing the catalog. Try again in a moment.", fields: ["Retry-After": "1"])
    default: return nil
    }
  }
}
