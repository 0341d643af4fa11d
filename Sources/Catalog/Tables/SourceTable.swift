import CatalogDatabase
import FoundationEssentials

/// The table `source`.
struct SourceTable {
  let connection: Connection

  static let localName = "local"
  private static let columns = "id, name, kind, location, precedence, user, every, state, mine"

  private static let named = """
    SELECT \(columns) FROM source WHERE name = ? AND state <> \(CatalogSource.State.removed.rawValue)
    """

  /// Returns the source with the given name, unless it was removed.
  func source(named name: String) throws -> CatalogSource? {
    try connection.statement(Self.named)
      .first([.text(name)], Self.decode)
  }

  /// Returns the source that a person refers to by a name. If no source has exactly that name, case is ignored. Removed
  /// sources are not returned.
  func source(called name: String) throws -> CatalogSource? {
    try source(named: name) ?? all().first { $0.state != .removed && $0.isCalled(name) }
  }

  func source(_ id: CatalogSource.ID) throws -> CatalogSource? {
    try connection.statement("SELECT \(Self.columns) FROM source WHERE id = ?").first([.id(id)], Self.decode)
  }

  /// Returns the ids of all sources with the given name. The case of ASCII letters is ignored.
  func ids(named name: String) throws -> [CatalogSource.ID] {
    var ids: [CatalogSource.ID] = []
    try connection.statement("SELECT id FROM source WHERE lower(name) = lower(?)").forEachRow([.text(name)]) {
      ids.append($0.id(0))
    }
    return ids
  }

  /// Returns all sources, including removed ones, in the order in which they were added.
  func all() throws -> [CatalogSource] {
    var sources: [CatalogSource] = []
    try connection.statement("SELECT \(Self.columns) FROM source ORDER BY id").forEachRow {
      sources.append(Self.decode($0))
    }
    return sources
  }

  /// Returns the id of the source with the given name. If there is no such source, returns the id that it would get if
  /// it were added now.
  func number(ofNamed name: String) throws -> CatalogSource.ID {
    try source(named: name)?.id ?? CatalogSource.ID(connection.nextID(in: "source"))
  }

  /// Returns the source of books added by hand. It is created on first use.
  func local(now: Date) throws -> CatalogSource {
    try source(named: Self.localName) ?? add(Self.localName, .local, location: nil, now: now)
  }

  /// Adds a source. If a removed source has the same kind and location, restores that source instead. No other source,
  /// except for removed ones, may have the name.
  func add(_ name: String, _ kind: CatalogSource.Kind, location: String?, now: Date) throws -> CatalogSource {
    let all = try all()
    let known = all.first {
      // A source without a location is identified by its name.
      $0.state == .removed && $0.kind == kind && $0.location == location && (location != nil || $0.name == name)
    }
    if var known {
      try free(name, for: known.id)
      known.name = name
      known.state = .active
      (known.user, known.every, known.isMine) = (nil, nil, kind.isMine)
      try write(known)
      return known
    }
    try free(name, for: nil)
    let existing = all.map(\.precedence)
    let precedence =
      switch kind {
      case .local: Precedence.local
      case .import: Precedence.ofImport(among: existing)
      case .samples, .feed, .opds, .calibre, .calibreLibrary, .file, .folder, .koreader, .app:
        Precedence.ofRefreshing(among: existing)
      }
    let id = CatalogSource.ID(try connection.nextID(in: "source"))
    try connection.run(
      "INSERT INTO source (id, name, kind, location, precedence, added_at, mine) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .id(id), .text(name), .text(kind.rawValue), SQLValue(location), .integer(precedence),
        .integer(now.milliseconds), .integer(kind.isMine ? 1 : 0),
      ])
    return CatalogSource(id: id, name: name, kind: kind, location: location, precedence: precedence)
  }

  /// Writes those properties of a source that can change.
  func write(_ source: CatalogSource) throws {
    try connection.run(
      "UPDATE source SET name = ?, location = ?, user = ?, every = ?, state = ?, mine = ? WHERE id = ?",
      [
        .text(source.name), SQLValue(source.location), SQLValue(source.user),
        SQLValue(source.every?.components.seconds),
        .integer(source.state.rawValue), .integer(source.isMine ? 1 : 0), .id(source.id),
      ])
  }

  /// Makes the next refresh due immediately. That refresh will request everything after the cursor, without validators
  /// such as an `ETag`.
  func forgetValidators(of id: CatalogSource.ID) throws {
    try connection.run(
      "UPDATE sync_cursor SET etag = NULL, last_modified = NULL, next_at = NULL WHERE source_id = ?", [.id(id)])
  }

  /// Forgets the position in the source and the results of its refreshes. A refresh in progress starts over, because
  /// the number of enumerations has changed.
  func forgetReading(of id: CatalogSource.ID) throws {
    try connection.run(
      """
      INSERT INTO sync_cursor (source_id, generation) VALUES (?, 1)
      ON CONFLICT (source_id) DO UPDATE
      SET cursor = NULL, walk = 0, generation = generation + 1, etag = NULL, last_modified = NULL, ok_at = NULL,
        fail_at = NULL, fail_count = 0, next_at = NULL, last_error = NULL
      """, [.id(id)])
    try SourceNoteTable(connection: connection).dropAll(of: id)
  }

  /// Renames removed sources that have a name, regardless of case, so that another source can have it. If an undo
  /// restores one of them, it has its new name.
  func free(_ name: String, for id: CatalogSource.ID?) throws {
    let all = try all()
    for var source in all where source.state == .removed && source.id != id && source.isCalled(name) {
      var number = 2
      while all.contains(where: { $0.isCalled("\(source.name)-\(number)") }) { number += 1 }
      source.name += "-\(number)"
      try write(source)
    }
  }

  /// Returns the source name to use for the import of a file. If the file was imported before, this is the name of its
  /// source. Otherwise, it is the preferred name, changed to a valid name if necessary. If another source has that
  /// name, a number is appended.
  func importName(_ preferred: String, location: String) throws -> String {
    let all = try all()
    if let known = all.first(where: { $0.kind == .import && $0.location == location }) { return known.name }
    let resembling = SourceName.resembling(preferred)
    var name = resembling
    var number = 2
    while name.lowercased() == Self.localName || all.contains(where: { $0.state != .removed && $0.isCalled(name) }) {
      name = "\(resembling)-\(number)"
      number += 1
    }
    return name
  }

  /// Returns the source of a kind that was added under a preferred name, or `nil` if there is none. If a source of
  /// another kind has that name, the name of the returned source ends with a number.
  func known(_ name: String, _ kind: CatalogSource.Kind) throws -> CatalogSource? { try lookUp(name, kind).known }

  /// Returns the source of a kind that was added under a preferred name. If there is none, adds it.
  ///
  /// - Returns: The source, or `nil` if the user has removed it, so that it does not come back automatically.
  /// - Throws: ``InvalidValue`` if a source cannot have the name.
  func source(named name: String, _ kind: CatalogSource.Kind, now: Date) throws -> CatalogSource? {
    let (known, free) = try lookUp(name, kind)
    if let known { return known }
    if try all().contains(where: { $0.state == .removed && $0.kind == kind && $0.name == name }) { return nil }
    // Names are looked up byte by byte. If the name were stored in another Unicode form, a new source would be added
    // each time.
    guard try SourceName.checked(name).utf8.elementsEqual(name.utf8), name.lowercased() != Self.localName else {
      throw InvalidValue("name", name, "it is not a valid name for a source")
    }
    return try add(free, kind, location: nil, now: now)
  }

  private func lookUp(_ preferred: String, _ kind: CatalogSource.Kind) throws -> (known: CatalogSource?, name: String) {
    var (name, number) = (preferred, 2)
    while let found = try source(named: name) {
      if found.kind == kind { return (found, name) }
      name = "\(preferred)-\(number)"
      number += 1
    }
    return (nil, name)
  }

  /// Deletes a source that has no records and was never refreshed.
  func removeUnused(_ id: CatalogSource.ID) throws {
    try connection.run(
      """
      DELETE FROM source WHERE id = ?1
        AND NOT EXISTS (SELECT 1 FROM source_record WHERE source_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM sync_cursor WHERE source_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM sync_run WHERE source_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM quarantine WHERE source_id = ?1)
      """, [.id(id)])
  }

  private static func decode(_ row: Statement) -> CatalogSource {
    CatalogSource(
      id: row.id(0), name: row.text(1), kind: CatalogSource.Kind(rawValue: row.text(2)) ?? .import,
      location: row.optionalText(3), precedence: row.integer(4), user: row.optionalText(5),
      every: row.optionalInteger(6).map { .seconds(min(max($0, 0), Statement.maxTime)) },
      state: CatalogSource.State(rawValue: row.integer(7)) ?? .active, isMine: row.integer(8) != 0)
  }
}
