/// Header fields of a request or a response (RFC 9110, section 5), in their order.
public struct HeaderFields: Sendable, Equatable {
  /// One field line.
  public struct Line: Sendable, Equatable {
    /// In small letters.
    public let name: String
    /// Without white space around it.
    public let value: String
  }

  /// The field lines, in their order.
  public private(set) var lines: [Line] = []

  /// No fields.
  public init() {}

  /// Adds a field, also beside one of the same name.
  ///
  /// - Returns: whether it is one: the name is a token, and no control character but tab is in the value. Another one is left
  ///   out, so that no text becomes a field or an answer of its own.
  @discardableResult
  public mutating func add(_ name: String, _ value: String) -> Bool {
    guard Self.isToken(name), !value.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) else { return false }
    lines.append(Line(name: name.lowercased(), value: String(Self.trimmed(value[...]))))
    return true
  }

  /// Puts a field in the place of all of its name.
  public mutating func set(_ name: String, _ value: String) {
    remove(name)
    add(name, value)
  }

  /// Removes all fields of a name.
  public mutating func remove(_ name: String) {
    let name = name.lowercased()
    lines.removeAll { $0.name == name }
  }

  /// The values of a name, whatever its case, joined by ", "; `nil` where there is none.
  public subscript(_ name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The values of a name, one for each field line.
  public func values(of name: String) -> [String] {
    let name = name.lowercased()
    return lines.filter { $0.name == name }.map(\.value)
  }

  /// Adds names to a field that lists some, where it does not list them yet: `Vary`.
  mutating func list(_ name: String, _ values: [String]) {
    let listed = self[name].map { $0.split(separator: ",").map { Self.trimmed($0).lowercased() } } ?? []
    let new = values.filter { !listed.contains($0.lowercased()) }
    guard !new.isEmpty else { return }
    set(name, ([self[name]].compactMap(\.self) + new).joined(separator: ", "))
  }

  /// Whether a text is a token (RFC 9110, section 5.6.2).
  static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
