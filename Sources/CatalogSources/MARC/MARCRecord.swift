/// A MARC 21 record: a leader and an ordered list of fields (https://www.loc.gov/marc/bibliographic).
struct MARCRecord: Equatable {
  /// The leader, 24 ASCII characters.
  var leader: String
  var fields: [MARCField] = []

  /// The length of a leader in bytes.
  static let leaderLength = 24
}

/// A field: a single value if its tag begins with `00`, otherwise two indicators and subfields.
struct MARCField: Equatable {
  struct Subfield: Equatable {
    /// The code of the subfield, an ASCII character.
    let code: UInt8
    let text: String

    init(_ code: UInt8, _ text: String) { (self.code, self.text) = (code, text) }
    init(_ code: UnicodeScalar, _ text: String) { self.init(UInt8(ascii: code), text) }
  }

  enum Content: Equatable {
    case control(String)
    case data(first: UInt8, second: UInt8, [Subfield])
  }

  /// The tag of the field, three ASCII characters.
  let tag: String
  var content: Content

  init(_ tag: String, control text: String) { (self.tag, content) = (tag, .control(text)) }

  /// Creates a field with subfields.
  ///
  /// - Parameter indicators: Two ASCII characters. A blank means that the indicator is undefined.
  init(_ tag: String, _ indicators: StaticString, _ subfields: [Subfield]) {
    let (first, second) = indicators.withUTF8Buffer { ($0[0], $0[1]) }
    (self.tag, content) = (tag, .data(first: first, second: second, subfields))
  }

  init(_ tag: String, _ content: Content) { (self.tag, self.content) = (tag, content) }

  /// Returns true if fields with this tag have no subfields.
  static func isControl(_ tag: some StringProtocol) -> Bool { tag.utf8.starts(with: "00".utf8) }

  var subfields: [Subfield] { if case .data(_, _, let subfields) = content { subfields } else { [] } }
  var value: String { if case .control(let text) = content { text } else { "" } }
  var firstIndicator: UInt8 { if case .data(let first, _, _) = content { first } else { 32 } }
  var secondIndicator: UInt8 { if case .data(_, let second, _) = content { second } else { 32 } }

  /// The text of the first subfield with the given code.
  subscript(code: UnicodeScalar) -> String? {
    let code = UInt8(ascii: code)
    return subfields.first { $0.code == code }?.text
  }

  /// Returns the text of each subfield with the given code.
  func all(_ code: UnicodeScalar) -> [String] {
    let code = UInt8(ascii: code)
    return subfields.lazy.filter { $0.code == code }.map(\.text)
  }
}

/// The reason why a record cannot be read, for display.
struct MARCFailure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
