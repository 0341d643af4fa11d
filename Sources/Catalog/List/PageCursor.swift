import FoundationEssentials

/// A place in an order, behind a book: `--after CURSOR` goes on from there, whatever came in or went meanwhile. Opaque to
/// those who hold it.
public struct PageCursor: Hashable, Sendable, CustomStringConvertible {
  let order: String
  /// The key of the last book of the page; null when it has none.
  let key: SQLValue
  let id: Int64

  init(order: BookOrder, key: SQLValue, id: Int64) {
    self.order = order.name
    self.key = key
    self.id = id
  }

  /// - Throws: ``InvalidValue`` when the text is no cursor, or one of another order.
  public init(_ text: String, order: BookOrder) throws {
    let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    let problem = InvalidValue("cursor", text, "take it from the page before, as it was printed")
    guard let data = Data(base64Encoded: padded), let decoded = String(validating: data, as: UTF8.self) else {
      throw problem
    }
    // The key is whatever stands between the second separator and the last: a title may hold one.
    let parts = decoded.split(separator: "\u{1F}", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let end = parts[2].lastIndex(of: "\u{1F}"),
      let id = Int64(parts[2][end...].dropFirst())
    else { throw problem }
    let plain = String(parts[2][..<end])
    guard parts[0] == order.name else {
      throw InvalidValue("cursor", text, "it belongs to the order \(parts[0]), this is \(order.name)")
    }
    switch parts[1] {
    case "n": key = .null
    case "t": key = .text(plain)
    case "i":
      guard let number = Int64(plain) else { throw problem }
      key = .integer(number)
    case "r":
      guard let number = Double(plain) else { throw problem }
      key = .real(number)
    default: throw problem
    }
    self.order = order.name
    self.id = id
  }

  /// The parts of the order behind the cursor: the books with its own key, those beyond it, and those without one.
  func ranges(_ order: BookOrder) -> [PageRange] {
    let unknown = PageRun(key: order.key, isUnknown: true)
    let isUnknown = key == .null
    let run = isUnknown ? unknown : PageRun(key: order.key, isUnknown: false)
    let tied =
      order.isDescending ? run.range(to: .at(key, id)) : run.range(from: .at(key, min(id, .max - 1) + 1))
    if isUnknown { return [tied] }
    let others = order.isDescending ? run.range(to: .before(key)) : run.range(from: .behind(key))
    return [tied, others] + (order.key.mayBeUnknown ? [unknown.range()] : [])
  }

  /// The cursor as text that is safe in a URL or a shell (RFC 4648, base64url without padding);
  /// ``init(_:order:)`` reads it back.
  public var description: String {
    let (type, text) =
      switch key {
      case .integer(let number): ("i", String(number))
      case .real(let number): ("r", String(number))
      case .text(let text): ("t", text)
      case .null, .blob: ("n", "")
      }
    let plain = [order, type, text, String(id)].joined(separator: "\u{1F}")
    return String(
      Data(plain.utf8).base64EncodedString().compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }
}
