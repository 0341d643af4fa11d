/// The header fields of a request or a response (RFC 9110, section 5), in order.
public struct HeaderFields: Sendable, Equatable {
  /// A field line.
  public struct Line: Sendable, Equatable {
    /// The name, in lower case.
    public let name: String
    /// The value, without surrounding white space.
    public let value: String
  }

  /// The field lines, in order.
  public private(set) var lines: [Line] = []

  /// Creates an empty list of fields.
  public init() {}

  /// Adds a field, even if a field with the same name exists.
  ///
  /// An invalid field is not added. Otherwise a value from outside could inject another field or response.
  ///
  /// - Returns: True if the field was added: its name is a token, and its value contains no control character except
  ///   tab.
  @discardableResult
  public mutating func add(_ name: String, _ value: String) -> Bool {
    guard Self.isToken(name), !value.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) else { return false }
    lines.append(Line(name: name.lowercased(), value: String(Self.trimmed(value[...]))))
    return true
  }

  /// Sets a field, replacing all fields with the same name.
  public mutating func set(_ name: String, _ value: String) {
    remove(name)
    add(name, value)
  }

  /// Removes all fields with the given name.
  public mutating func remove(_ name: String) {
    let name = name.lowercased()
    lines.removeAll { $0.name == name }
  }

  /// Returns the values of all fields with the given name, joined by ", "; `nil` if there are no such fields. The case
  /// of the name does not matter.
  public subscript(_ name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Returns the values of all fields with the given name, one for each field line.
  public func values(of name: String) -> [String] {
    let name = name.lowercased()
    return lines.filter { $0.name == name }.map(\.value)
  }

  /// Adds names to a field that contains a list, such as `Vary`, unless they are already listed.
  mutating func list(_ name: String, _ values: [String]) {
    let listed = self[name].map { $0.split(separator: ",").map { Self.trimmed($0).lowercased() } } ?? []
    let new = values.filter { !listed.contains($0.lowercased()) }
    guard !new.isEmpty else { return }
    set(name, ([self[name]].compactMap(\.self) + new).joined(separator: ", "))
  }

  /// Returns true if a text is a token (RFC 9110, section 5.6.2).
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

  /// Returns the values of all cookies with a name (RFC 6265, section 4.2). Different sites may have set them.
  func cookies(named name: String) -> [Substring] {
    let pairs = values(of: "cookie").flatMap { $0.split(separator: ";") }.map { Self.trimmed($0) }
    return pairs.filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
