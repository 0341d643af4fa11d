import Catalog

extension OPDSWalk {
  /// The walk as a cursor: compact JSON, the same for the same walk.
  var cursor: String {
    var members: [String: JSONValue] = [
      "version": .integer(Self.version), "start": .string(start.text), "root": .string(root.text),
      "place": Self.value(place), "taken": .integer(Int64(entriesTaken)), "read": .integer(Int64(feedsRead)),
      "waiting": .array(waiting.map(Self.value)), "seen": .string(Self.text(seen)),
      "chain": .array([
        .string(Self.text([chain.marked])), .integer(Int64(chain.steps)), .integer(Int64(chain.stepsToNextMark)),
      ]),
      "calibre": .boolean(isCalibre), "sameAge": .boolean(isOfOneAge), "whole": .boolean(isWhole),
    ]
    members["etag"] = validators.etag.map(JSONValue.string)
    members["modified"] = validators.lastModified.map(JSONValue.string)
    return JSONValue.object(members).text
  }

  private static let version: Int64 = 1

  /// The walk of a cursor; `nil` when it is none of a walk that began at this address.
  init?(cursor: String, start: OPDSAddress) {
    guard let value = try? JSONParser().value(of: Array(cursor.utf8)), value["version"]?.integer == Self.version,
      value["start"]?.string == start.text, let root = value["root"]?.string.flatMap({ OPDSAddress($0) }),
      let place = value["place"].flatMap(Self.place), let taken = Self.count(value["taken"]),
      let feedsRead = Self.count(value["read"]), let waiting = value["waiting"]?.items?.compactMap(Self.place),
      let seen = value["seen"]?.string.flatMap(Self.fingerprints), let chain = value["chain"]?.items, chain.count == 3,
      let marked = chain[0].string.flatMap(Self.fingerprints)?.first, let steps = Self.count(chain[1]),
      let stepsToNextMark = Self.count(chain[2]), case .boolean(let isCalibre)? = value["calibre"],
      case .boolean(let isOfOneAge)? = value["sameAge"], case .boolean(let isWhole)? = value["whole"]
    else { return nil }
    self.init(start: start)
    (self.root, self.place, self.waiting, self.seen) = (root, place, waiting, Set(seen))
    (entriesTaken, self.feedsRead) = (taken, feedsRead)
    self.chain = Chain(marked: marked, steps: steps, stepsToNextMark: stepsToNextMark)
    (self.isCalibre, self.isOfOneAge, self.isWhole) = (isCalibre, isOfOneAge, isWhole)
    validators = SourceValidators(etag: value["etag"]?.string, lastModified: value["modified"]?.string)
  }

  /// A number that is counted on from; the file may hold any.
  private static func count(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { (0...1_000_000_000_000).contains($0) ? Int($0) : nil }
  }

  private static func value(_ place: Place) -> JSONValue {
    .array([.string(place.address.text), .integer(Int64(place.depth)), .boolean(place.isNext)])
  }

  private static func place(_ value: JSONValue) -> Place? {
    guard let parts = value.items, parts.count == 3, let address = parts[0].string.flatMap({ OPDSAddress($0) }),
      let depth = parts[1].integer, (0...Int64(depthLimit)).contains(depth), case .boolean(let isNext) = parts[2]
    else { return nil }
    return Place(address: address, depth: Int(depth), isNext: isNext)
  }

  /// Sixteen hexadecimal digits each, in ascending order.
  private static func text(_ fingerprints: Set<UInt64>) -> String {
    fingerprints.sorted().map { String($0, radix: 16).leftPadded(to: 16) }.joined()
  }

  private static func fingerprints(_ text: String) -> [UInt64]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 16) else { return nil }
    let values = stride(from: 0, to: digits.count, by: 16).map { start in
      UInt64(String(decoding: digits[start..<start + 16], as: UTF8.self), radix: 16)
    }
    return values.contains(nil) ? nil : values.compactMap { $0 }
  }
}
