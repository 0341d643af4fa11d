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
  package internal(set) var bytes: [UInt8] = []

  private let layout: Layout
  let mustEscape: ((Unicode.Scalar) -> Bool)?
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
