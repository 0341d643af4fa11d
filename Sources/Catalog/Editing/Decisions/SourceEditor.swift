import CatalogDatabase
import FoundationEssentials

/// Adds sources, and changes their names, locations, refresh intervals and other settings.
struct SourceEditor {
  private let table: SourceTable
  private let now: Date

  init(connection: Connection, now: Date = .distantPast) {
    table = SourceTable(connection: connection)
    self.now = now
  }

  /// Returns the source with the given name. Case is ignored if the result is unambiguous.
  func source(named name: String) throws -> CatalogSource {
    guard let source = try table.source(called: name) else { throw CatalogError.noSource(name) }
    return source
  }

  func add(
    _ name: String, kind: CatalogSource.Kind, location: String?, user: String?, every: Duration?
  ) throws -> CatalogSource {
    guard kind != .local, kind != .import else {
      throw InvalidValue("kind", kind.rawValue, "sources of this kind are created automatically and cannot be added")
    }
    let name = try checkedName(name, for: nil)
    let location = try checkedLocation(location, kind, for: nil)
    var source = try table.add(name, kind, location: location, now: now)
    source.user = try Self.checkedUser(user)
    source.every = try Self.checkedInterval(every)
    try table.write(source)
    return source
  }

  func set(_ state: CatalogSource.State, of name: String) throws -> CatalogSource {
    var source = try source(named: name)
    guard source.isRefreshed else { throw Self.notRefreshed(source) }
    source.state = state
    try table.write(source)
    return source
  }

  func set(_ settings: [SourceSetting], of name: String) throws -> CatalogSource {
    var source = try source(named: name)
    for setting in settings {
      if case .name = setting, source.kind != .local {} else if !source.isRefreshed { throw Self.notRefreshed(source) }
      switch setting {
      case .name(let preferred):
        let name = try checkedName(preferred, for: source.id)
        try table.free(name, for: source.id)
        source.name = name
        // A list that filters by source refers to the source by its name.
        table.connection.changedBooks.insertMany()
      case .location(let location):
        let checked = try checkedLocation(location, source.kind, for: source.id)
        // The validators of the old location do not apply to the new location.
        if checked != source.location { try table.forgetValidators(of: source.id) }
        source.location = checked
      case .user(let user): source.user = try Self.checkedUser(user)
      case .every(let interval): source.every = try Self.checkedInterval(interval)
      case .isMine(let isMine):
        if isMine != source.isMine { try change(&source, toMine: isMine) }
      }
    }
    try table.write(source)
    return source
  }

  /// Makes a source the user's own, or ends that status. The source's records are completed with assumed personal
  /// fields at a time when the source has the status: after the change if it gains the status, or before the change if
  /// it loses the status.
  private func change(_ source: inout CatalogSource, toMine isMine: Bool) throws {
    let connection = table.connection
    source.isMine = isMine
    if isMine { try table.write(source) }
    let mover = RecordMover(connection: connection, now: now)
    let records = SourceRecordTable(connection: connection)
    // Personal values of records that the source no longer has are dropped. Values that were already withdrawn must not
    // be used again when the source stops being the user's own. Values that are still used must be withdrawn when the
    // source becomes the user's own.
    let lost = try records.dropPersonalOfLost(of: source.id)
    let completed = try ReadingLayer(connection: connection).presume(source.id, asMine: isMine)
    for book in completed + lost { _ = try mover.show(book) }
    // Some sources deliver different values when they are the user's own.
    try table.forgetReading(of: source.id)
    if isMine {
      // Earlier deliveries ignored personal fields, so all records must be treated as changed at the next delivery,
      // including records that undo or redo restores.
      try records.forgetFingerprints(of: source.id)
      try HistoryTable(connection: connection).forgetFingerprints(of: source.id)
    }
  }

  private static func notRefreshed(_ source: CatalogSource) -> InvalidValue {
    InvalidValue(
      "source", source.name,
      "it cannot be refreshed: \(source.kind == .local ? "its books were added by hand" : "it was imported")")
  }

  /// Returns the canonical form of a source's name, after checking that no other source has the name.
  func checkedName(_ given: String, for id: CatalogSource.ID?) throws -> String {
    let name = try SourceName.checked(given)
    let isTaken = try table.all().contains { $0.id != id && $0.state != .removed && $0.isCalled(name) }
    guard !isTaken, name.lowercased() != SourceTable.localName else {
      throw InvalidValue("name", name, "another source has this name")
    }
    return name
  }

  private func checkedLocation(_ given: String?, _ kind: CatalogSource.Kind, for id: CatalogSource.ID?) throws
    -> String?
  {
    guard let location = given?.trimmed(), !location.isEmpty else {
      // An app knows the location of its own data.
      if kind == .samples || kind == .app { return nil }
      throw InvalidValue("location", "", "a source needs an address or a file")
    }
    if let authority = location.firstRange(of: "://").map({ location[$0.upperBound...].prefix { $0 != "/" } }),
      authority.utf8.contains(UInt8(ascii: "@"))
    {
      // The message does not repeat the address, which may contain a password.
      throw InvalidValue("location", "", "an address must not contain a user name or password")
    }
    let other = try table.all().first {
      $0.id != id && $0.state != .removed && $0.kind == kind && $0.location == location
    }
    if let other { throw InvalidValue("location", location, "the source \(other.name) already uses it") }
    return location
  }

  private static func checkedUser(_ user: String?) throws -> String? {
    guard let user else { return nil }
    guard !user.isEmpty, user.utf8.count <= 256 else {
      throw InvalidValue("user", user, "a name must have 1 to 256 bytes")
    }
    return user
  }

  private static func checkedInterval(_ interval: Duration?) throws -> Duration? {
    guard let seconds = interval?.components.seconds else { return nil }
    // Times are stored in milliseconds, so the interval must be limited. 1,000 years are enough.
    guard (1...31_556_952_000).contains(seconds) else {
      throw InvalidValue("every", String(seconds), "the interval must be from 1 second to 1,000 years")
    }
    return .seconds(seconds)
  }
}
