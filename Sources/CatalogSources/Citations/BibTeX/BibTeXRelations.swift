import CatalogModel

/// Resolves references between entries: `crossref` refers to the containing entry, which may come later in the file,
/// and `xdata` to shared fields.
struct BibTeXRelations {
  /// An entry with its bytes.
  struct Entry {
    let entry: BibTeXEntry
    let raw: [UInt8]
  }

  /// The maximum size in bytes of entries that are kept because others may refer to them, and of entries that wait for
  /// others. Beyond it, entries are read without inherited fields, and that is counted.
  private static let sizeLimit = 32 * 1_048_576
  /// The maximum depth of references.
  private static let depthLimit = 8
  /// The approximate maximum number of fields that an entry inherits.
  private static let valueLimit = 5_000

  private var known: [String: BibTeXEntry] = [:]
  private var knownSize = 0
  private var held: [String: [Entry]] = [:]
  /// The keys that entries wait for, in file order.
  private var waitedFor: [String] = []
  private var heldSize = 0

  /// Adds an entry.
  ///
  /// - Returns: The entries whose references are all resolved now.
  mutating func take(_ entry: Entry) -> [Entry] {
    remember(entry)
    var ready: [Entry] = []
    var rest = [entry]
    // An entry may resolve a reference of others and have an unresolved one itself.
    while let next = rest.popLast() {
      if let missing = missing(of: next.entry), heldSize + next.raw.count <= Self.sizeLimit {
        hold(next, for: missing)
        continue
      }
      ready.append(next)
      let waiting = release(for: next.entry.key)
      rest += waiting.reversed()
    }
    return ready
  }

  private mutating func remember(_ entry: Entry) {
    let key = entry.entry.key.lowercased()
    guard !key.isEmpty, known[key] == nil, knownSize + entry.raw.count <= Self.sizeLimit else { return }
    knownSize += entry.raw.count
    known[key] = entry.entry
  }

  private mutating func hold(_ entry: Entry, for key: String) {
    heldSize += entry.raw.count
    if held[key] == nil { waitedFor.append(key) }
    held[key, default: []].append(entry)
  }

  private mutating func release(for key: String) -> [Entry] {
    guard !held.isEmpty, let waiting = held.removeValue(forKey: key.lowercased()) else { return [] }
    for entry in waiting { heldSize -= entry.raw.count }
    return waiting
  }

  /// Returns the entries that wait for a missing one, in the order in which they began to wait.
  mutating func takeAllHeld() -> [Entry] {
    defer { (held, waitedFor, heldSize) = ([:], [], 0) }
    return waitedFor.flatMap { held.removeValue(forKey: $0) ?? [] }
  }

  /// Returns the keys to which an entry refers.
  private func references(of entry: BibTeXEntry, _ names: [String]) -> [String] {
    var keys: [String] = []
    for field in entry.fields where names.contains(field.name.lowercased()) {
      for case .text(let text) in field.pieces {
        keys += String(decoding: text, as: UTF8.self).split(separator: ",").map { $0.lowercased().trimmed() }
      }
    }
    return keys.filter { !$0.isEmpty && $0 != entry.key.lowercased() }
  }

  /// Returns the key of a referenced entry that was not read yet, if there is one.
  func missing(of entry: BibTeXEntry) -> String? {
    references(of: entry, ["crossref", "xdata"]).first { known[$0] == nil }
  }

  /// Returns true if a part refers to its book's own entry.
  func hasBook(for entry: BibTeXEntry) -> Bool {
    references(of: entry, ["crossref"]).contains { key in
      known[key].map { CitationType.meaning(of: $0.type) == .book } ?? false
    }
  }

  /// Returns the fields of an entry, followed by those that it inherits.
  func values(of entry: BibTeXEntry) -> [BibTeXEntry.Field] {
    var values = entry.fields
    var seen: Set<String> = [entry.key.lowercased()]
    inherit(&values, entry, &seen, depth: 0)
    return values
  }

  private func inherit(
    _ values: inout [BibTeXEntry.Field], _ entry: BibTeXEntry, _ seen: inout Set<String>, depth: Int
  ) {
    guard depth < Self.depthLimit, values.count < Self.valueLimit else { return }
    for (name, keys) in [
      ("xdata", references(of: entry, ["xdata"])), ("crossref", references(of: entry, ["crossref"])),
    ] {
      for key in keys where values.count < Self.valueLimit && seen.insert(key).inserted {
        guard let other = known[key] else { continue }
        var fields = other.fields
        inherit(&fields, other, &seen, depth: depth + 1)
        values += fields.compactMap { field in
          name == "xdata" ? field : Self.inherited(field, by: entry.type, from: other.type)
        }
      }
    }
  }

  /// Returns a field as an entry inherits it from its containing entry (biblatex, appendix B): the title there becomes
  /// the title of the book or of the multivolume work.
  private static func inherited(_ field: BibTeXEntry.Field, by type: String, from other: String) -> BibTeXEntry.Field? {
    let name = field.name.lowercased()
    if ownOfEach.contains(name) { return nil }
    let isWork = other.hasPrefix("mv")
    let isPart = CitationType.meaning(of: type) != .book
    switch name {
    case "title":
      return BibTeXEntry.Field(name: isWork ? "maintitle" : isPart ? "booktitle" : "title", pieces: field.pieces)
    case "subtitle" where isPart && !isWork: return BibTeXEntry.Field(name: "booksubtitle", pieces: field.pieces)
    case "subtitle" where isWork, "titleaddon" where isWork || isPart: return nil
    case "author" where isPart: return BibTeXEntry.Field(name: "bookauthor", pieces: field.pieces)
    default: return field
    }
  }

  private static let ownOfEach: Set<String> = [
    "ids", "crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "label", "options", "presort", "related",
    "relatedoptions", "relatedstring", "relatedtype", "shorthand", "shorthandintro", "sortkey", "key", "keywords",
    "abstract", "annotation", "annote", "file", "catalog-uuid",
  ]
}
