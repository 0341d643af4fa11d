import CatalogModel

extension OPDSCrawl {
  /// The cursor of the crawl, as compact JSON. Equal crawls have equal cursors. The notes contain the feeds that were
  /// found; the cursor contains only a fingerprint of these feeds.
  var cursor: String {
    let mark = list.mark
    var members: [String: JSONValue] = [
      "version": .integer(Self.version), "start": .string(start.text), "root": .string(root.text),
      "place": Self.value(position), "taken": .integer(Int64(entriesTaken)), "read": .integer(Int64(feedsRead)),
      "list": .array([
        .integer(Int64(mark.count)), .integer(Int64(mark.taken)), .string(String(mark.fingerprint, radix: 16)),
      ]),
      "chain": .array([
        .string(String(chain.marked, radix: 16)), .integer(Int64(chain.steps)), .integer(Int64(chain.stepsToNextMark)),
      ]),
      "calibre": .boolean(isCalibre), "sameAge": .boolean(hasConsistentValidators), "whole": .boolean(isWhole),
    ]
    members["etag"] = validators.etag.map(JSONValue.string)
    members["modified"] = validators.lastModified.map(JSONValue.string)
    return JSONValue.object(members).text
  }

  private static let version: Int64 = 2

  /// Restores the crawl that a cursor describes. Returns `nil` if the cursor belongs to a crawl from another address,
  /// or if the notes do not match the cursor.
  init?(cursor: String, start: OPDSAddress, notes: [String]) {
    guard let value = try? JSONParser().value(of: Array(cursor.utf8)), value["version"]?.integer == Self.version,
      value["start"]?.string == start.text, let root = value["root"]?.string.flatMap({ OPDSAddress($0) }),
      let position = value["place"].flatMap(Self.position), let taken = Self.count(value["taken"]),
      let feedsRead = Self.count(value["read"]), let list = value["list"]?.items, list.count == 3,
      let count = Self.count(list[0]), let listTaken = Self.count(list[1]), let fingerprint = Self.number(list[2]),
      let chain = value["chain"]?.items, chain.count == 3, let marked = Self.number(chain[0]),
      let steps = Self.count(chain[1]), let stepsToNextMark = Self.count(chain[2]),
      case .boolean(let isCalibre)? = value["calibre"], case .boolean(let hasConsistentValidators)? = value["sameAge"],
      case .boolean(let isWhole)? = value["whole"],
      let feeds = OPDSFeedList(
        start: start, OPDSFeedList.Mark(count: count, taken: listTaken, fingerprint: fingerprint), notes: notes)
    else { return nil }
    self.init(
      start: start, root: root, position: position, list: feeds,
      chain: Chain(marked: marked, steps: steps, stepsToNextMark: stepsToNextMark))
    (entriesTaken, self.feedsRead) = (taken, feedsRead)
    (self.isCalibre, self.hasConsistentValidators, self.isWhole) = (isCalibre, hasConsistentValidators, isWhole)
    validators = SourceValidators(etag: value["etag"]?.string, lastModified: value["modified"]?.string)
  }

  /// Returns a count that can be incremented without overflow, or `nil` if the value in the cursor is too large or
  /// negative.
  private static func count(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { (0...1_000_000_000_000).contains($0) ? Int($0) : nil }
  }

  private static func value(_ position: Position) -> JSONValue {
    .array([.string(position.address.text), .integer(Int64(position.depth)), .boolean(position.isNext)])
  }

  private static func position(_ value: JSONValue) -> Position? {
    guard let parts = value.items, parts.count == 3, let address = parts[0].string.flatMap({ OPDSAddress($0) }),
      let depth = parts[1].integer, (0...Int64(depthLimit)).contains(depth), case .boolean(let isNext) = parts[2]
    else { return nil }
    return Position(address: address, depth: Int(depth), isNext: isNext)
  }

  /// Parses a fingerprint in hexadecimal digits.
  private static func number(_ value: JSONValue) -> UInt64? { value.string.flatMap { UInt64($0, radix: 16) } }
}
