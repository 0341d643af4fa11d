import CatalogModel

/// Resolves references between entries. `crossref` refers to the containing entry, which may come later in the file.
/// `xdata` refers to an entry with shared fields.
struct BibTeXRelations {
  /// An entry with its bytes.
  struct Entry {
    let entry: BibTeXEntry
    let raw: [UInt8]
  }

  /// The maximum total size in bytes of the entries that are kept because later entries may refer to them. The same
  /// limit applies to the entries that wait for a referenced entry. Entries beyond the limit are read without inherited
  /// fields, and are counted.
  private static let sizeLimit = 32 * 1_048_576
  /// The maximum length of a chain of references.
  private static let depthLimit = 8
  /// The approximate maximum number of fields of an entry, including inherited fields.
  private static let valueLimit = 5_000

  private var known: [String: BibTeXEntry] = [:]
  private var knownSize = 0
  private var held: [String: [Entry]] = [:]
  /// The keys of the missing entries that other entries wait for, in file order.
  private var waitedFor: [String] = []
  private var heldSize = 0

  /// Adds an entry.
  ///
  /// - Returns: The entries that can now be read, because all their references are resolved or too many entries already
  ///   wait.
  mutating func take(_ entry: Entry) -> [Entry] {
    remember(entry)
    var ready: [Entry] = []
    var rest = [entry]
    // An entry that other entries wait for may itself wait for an entry.
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

  /// Removes and returns the entries that still wait for a missing entry, in the order in which they began to wait.
  mutating func takeAllHeld() -> [Entry] {
    defer { (held, waitedFor, heldSize) = ([:], [], 0) }
    return waitedFor.flatMap { held.removeValue(forKey: $0) ?? [] }
  }

  /// Returns the keys to which an entry refers in the fields with the given names.
  private func references(of entry: BibTeXEntry, _ names: [String]) -> [String] {
    var keys: [String] = []
    for field in entry.fields where names.contains(field.name.lowercased()) {
      for case .text(let text) in field.pieces {
        keys += String(decoding: text, as: UTF8.self).split(separator: ",").map { $0.lowercased().trimmed() }
      }
    }
    return keys.filter { !$0.isEmpty && $0 != entry.key.lowercased() }
  }

  /// Returns the key of the first referenced entry that has not been read, or `nil` if all have been read.
  func missing(of entry: BibTeXEntry) -> String? {
    references(of: entry, ["crossref", "xdata"]).first { known[$0] == nil }
  }

  /// Returns true if an entry for a part of a book refers to the entry for the book.
  func hasBook(for entry: BibTeXEntry) -> Bool {
    references(of: entry, ["crossref"]).contains { key in
      known[key].map { CitationType.meaning(of: $0.type) == .book } ?? false
    }
  }

  /// Returns the fields of an entry, followed by the fields that it inherits.
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

  /// Returns a field of a containing entry in the form in which the contained entry inherits it, or `nil` if the field
  /// is not inherited (biblatex, appendix B). For example, the container's title becomes the title of the book or of
  /// the multivolume work.
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
