/// Writes JSON (RFC 8259) as UTF-8 bytes, with keys in the order they are written.
///
/// The calls follow the document; nothing is kept but the bytes and the open objects and arrays, so a document of
/// any length is written in constant memory by taking `bytes` away now and then (``removeWrittenBytes()``).
///
/// ```swift
/// var json = JSONWriter(layout: .compact)
/// json.beginObject()
/// json.key("title")
/// json.string("Dune")
/// json.key("pages")
/// json.integer(412)
/// json.endObject()
/// json.endLine()  // {"title":"Dune","pages":412}
/// ```
///
/// The caller's order of calls must make a document: a key before every value of an object, an end for every begin.
/// A wrong order is a programmer's error and traps; no text or number can cause one.
package struct JSONWriter {
  /// Where white space goes.
  package enum Layout: Sendable {
    /// None at all: for pipes and for one object a line.
    case compact
    /// A line for each member, indented by two spaces: for people. Empty objects and arrays stay on their line.
    case indented
  }

  private enum Container {
    case object, array
  }

  /// What has been written since the last ``removeWrittenBytes()``.
  package private(set) var bytes: [UInt8] = []

  private let layout: Layout
  private let mustEscape: ((Unicode.Scalar) -> Bool)?
  private var open: [Container] = []
  /// Whether the innermost container (or the line, outside of all) already holds a value.
  private var hasMember = false
  private var followsKey = false

  /// - Parameters:
  ///   - layout: compact or indented.
  ///   - mustEscape: characters from U+007F on that are written as `\uXXXX` although JSON allows them as they are.
  ///     A terminal needs this, since it obeys some of them; the value read back is the same. `nil` escapes only
  ///     what JSON demands.
  package init(layout: Layout, alsoEscaping mustEscape: ((Unicode.Scalar) -> Bool)? = nil) {
    self.layout = layout
    self.mustEscape = mustEscape
  }

  // MARK: Structure

  package mutating func beginObject() {
    begin(.object, UInt8(ascii: "{"))
  }

  package mutating func endObject() {
    end(.object, UInt8(ascii: "}"))
  }

  package mutating func beginArray() {
    begin(.array, UInt8(ascii: "["))
  }

  package mutating func endArray() {
    end(.array, UInt8(ascii: "]"))
  }

  /// The name of the next value; only inside an object. That a name comes once is the caller's promise.
  package mutating func key(_ name: String) {
    precondition(open.last == .object && !followsKey, "a key stands only before a value of an object")
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  /// Ends a whole document with a line break. The next value begins a new document (JSON Lines).
  package mutating func endLine() {
    precondition(open.isEmpty && hasMember, "a line ends after one whole value")
    bytes.append(UInt8(ascii: "\n"))
    hasMember = false
  }

  /// Forgets the bytes written so far, which the caller has passed on, and keeps their memory for the next ones.
  /// The document goes on where it was.
  package mutating func removeWrittenBytes() {
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Values

  /// A string, or `null` for nil. Only `"`, `\` and C0 controls are escaped; U+2028 and U+2029 are legal as they are.
  package mutating func string(_ text: String?) {
    guard let text else { return null() }
    beginValue()
    appendQuoted(text)
  }

  /// An array of strings.
  package mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// An integer, or `null` for nil.
  package mutating func integer(_ value: Int64?) {
    guard let value else { return null() }
    beginValue()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// An integer, or `null` for nil.
  package mutating func integer(_ value: Int?) {
    integer(value.map(Int64.init))
  }

  /// The shortest decimal that reads back as the same value; `null` for nil, infinity and not-a-number, which JSON
  /// lacks. A whole number has no fraction (`4`, not `4.0`), as JavaScript's and Foundation's writers have it: JSON
  /// knows one kind of number only.
  package mutating func number(_ value: Double?) {
    guard let value, value.isFinite else { return null() }
    beginValue()
    let text = value.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8)
  }

  /// `true` or `false`, or `null` for nil.
  package mutating func boolean(_ value: Bool?) {
    guard let value else { return null() }
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// A value that is JSON already, such as SQLite's JSON functions return. It is neither checked nor indented; what
  /// must be escaped besides JSON's own rules is escaped, which only ever touches the inside of its strings.
  package mutating func fragment(_ json: String) {
    beginValue()
    guard let mustEscape else {
      bytes.append(contentsOf: json.utf8)
      return
    }
    for scalar in json.unicodeScalars {
      let isLayout = scalar == "\n" || scalar == "\r" || scalar == "\t"
      if scalar.value < 0x20 ? !isLayout : scalar.value >= 0x7F && mustEscape(scalar) {
        appendEscaped(scalar)
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
  }

  // MARK: Members

  /// A key and its value at once.
  package mutating func member(_ name: String, _ value: String?) {
    key(name)
    string(value)
  }

  package mutating func member(_ name: String, _ value: Int64?) {
    key(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Int?) {
    key(name)
    integer(value)
  }

  package mutating func member(_ name: String, _ value: Bool?) {
    key(name)
    boolean(value)
  }

  // MARK: Separators

  private mutating func begin(_ container: Container, _ bracket: UInt8) {
    beginValue()
    bytes.append(bracket)
    open.append(container)
    hasMember = false
  }

  private mutating func end(_ container: Container, _ bracket: UInt8) {
    precondition(open.last == container && !followsKey, "an end belongs to the innermost begin")
    open.removeLast()
    if hasMember { breakLine() }
    bytes.append(bracket)
    hasMember = true
  }

  private mutating func beginValue() {
    if followsKey {
      followsKey = false
      return
    }
    precondition(open.last == .array || open.isEmpty && !hasMember, "a value of an object needs a key")
    separate()
  }

  private mutating func separate() {
    if hasMember { bytes.append(UInt8(ascii: ",")) }
    if !open.isEmpty { breakLine() }
    hasMember = true
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<open.count * 2 { bytes.append(UInt8(ascii: " ")) }
  }
}

// MARK: - Strings

extension JSONWriter {
  private mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    if let mustEscape, text.utf8.contains(where: { $0 >= 0x7F }) {
      appendScalars(of: text, escaping: mustEscape)
    } else {
      text.withUTF8 { appendEscapingBytes($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Copies whole runs between the few bytes that JSON wants escaped, all of them ASCII.
  private mutating func appendEscapingBytes(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while true {
      let end = Self.firstEscape(in: text, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
      if end == text.count { return }
      appendEscaped(Unicode.Scalar(text[end]))
      start = end + 1
    }
  }

  private mutating func appendScalars(of text: String, escaping mustEscape: (Unicode.Scalar) -> Bool) {
    for scalar in text.unicodeScalars {
      let escapes =
        scalar.value < 0x7F ? Self.isEscapedByJSON(UInt8(scalar.value)) : mustEscape(scalar)
      if escapes {
        appendEscaped(scalar)
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
  }

  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes.append(contentsOf: #"\""#.utf8)
    case "\\": bytes.append(contentsOf: #"\\"#.utf8)
    case "\u{8}": bytes.append(contentsOf: #"\b"#.utf8)
    case "\t": bytes.append(contentsOf: #"\t"#.utf8)
    case "\n": bytes.append(contentsOf: #"\n"#.utf8)
    case "\u{C}": bytes.append(contentsOf: #"\f"#.utf8)
    case "\r": bytes.append(contentsOf: #"\r"#.utf8)
    default:
      for unit in scalar.utf16 {
        let digits = String(unit, radix: 16)
        bytes.append(contentsOf: #"\u"#.utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
      }
    }
  }

  private static func isEscapedByJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The index of the first byte from `start` on that JSON wants escaped, or `text.count`.
  ///
  /// Eight bytes are looked at in one step: `(x - 1) & ~x & 0x80` in each byte tells whether any byte is zero, so
  /// that an exclusive or with a character finds it, and the same with 0x20 finds controls (Hacker's Delight, 6-1).
  /// A borrow can only follow a hit, so "none" is always right, and the byte loop finds where the hit is.
  private static func firstEscape(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let bytes = UnsafeRawBufferPointer(text)
    var index = start
    while index + 8 <= text.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      let hits =
        ((word &- ones &* 0x20) & ~word) | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
      if hits & highBits != 0 { break }
      index += 8
    }
    while index < text.count, !isEscapedByJSON(text[index]) { index += 1 }
    return index
  }
}
