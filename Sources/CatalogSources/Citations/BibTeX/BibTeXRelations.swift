import CatalogModel

/// What entries have from others: by `crossref`, from the one that they are in, which may stand behind them; by `xdata`, what
/// several have in common.
struct BibTeXRelations {
  /// An entry, and its bytes.
  struct Entry {
    let entry: BibTeXEntry
    let raw: [UInt8]
  }

  /// The bytes of entries that are kept since others may refer to them, and of those that wait for others. Where there are
  /// more, an entry goes without what it has from others, and that is counted.
  private static let sizeLimit = 32 * 1_048_576
  /// How far entries refer to each other.
  private static let depthLimit = 8
  /// How many fields an entry gets from others at most, about.
  private static let valueLimit = 5_000

  private var known: [String: BibTeXEntry] = [:]
  private var knownSize = 0
  private var held: [String: [Entry]] = [:]
  /// The names that are waited for, in the order in which the entries came.
  private var waitedFor: [String] = []
  private var heldSize = 0

  /// Takes an entry.
  ///
  /// - Returns: those of which all is known now.
  mutating func take(_ entry: Entry) -> [Entry] {
    remember(entry)
    var ready: [Entry] = []
    var rest = [entry]
    // An entry may be what others wait for, and wait itself.
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

  /// Those that wait for what did not come, in the order in which they began to.
  mutating func takeAllHeld() -> [Entry] {
    defer { (held, waitedFor, heldSize) = ([:], [], 0) }
    return waitedFor.flatMap { held.removeValue(forKey: $0) ?? [] }
  }

  /// The names to which an entry refers.
  private func references(of entry: BibTeXEntry, _ names: [String]) -> [String] {
    var keys: [String] = []
    for field in entry.fields where names.contains(field.name.lowercased()) {
      for case .text(let text) in field.pieces {
        keys += String(decoding: text, as: UTF8.self).split(separator: ",").map { $0.lowercased().trimmed() }
      }
    }
    return keys.filter { !$0.isEmpty && $0 != entry.key.lowercased() }
  }

  /// One that an entry refers to and that is not known yet.
  func missing(of entry: BibTeXEntry) -> String? {
    references(of: entry, ["crossref", "xdata"]).first { known[$0] == nil }
  }

  /// Whether a part refers to its book, which has an entry of its own.
  func hasBook(for entry: BibTeXEntry) -> Bool {
    references(of: entry, ["crossref"]).contains { key in
      known[key].map { CitationType.meaning(of: $0.type) == .book } ?? false
    }
  }

  /// The fields of an entry, and behind them those that it has from others.
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

  /// A field as an entry has it from that which it is in (biblatex, appendix B): what is the title there is here that of the
  /// book, or of the work of several volumes.
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
