/// Writes JSON (RFC 8259) as UTF-8 bytes, with keys in the order of the calls.
///
/// The calls follow the structure of the document. The writer stores only the bytes and the open objects and arrays, so
/// a document of any length can be written in constant memory by regularly consuming `bytes`
/// (``removeWrittenBytes()``).
///
/// ```swift
/// var json = JSONWriter(layout: .compact)
/// json.object { json in
///   json.member("title", "Dune")
///   json.member("pages", 412)
/// }
/// json.endLine()  // {"title":"Dune","pages":412}
/// ```
///
/// The calls must form a valid document: a key before each value of an object, and an end for each begin. A wrong order
/// is a programming error and traps. No text or number can cause a trap.
package struct JSONWriter {
  /// The placement of white space.
  package enum Layout: Sendable {
    /// No white space, for pipes and for one object per line.
    case compact
    /// One line per member, indented by two spaces, for people. Empty objects and arrays stay on one line.
    case indented
  }

  private enum Container {
    case object, array
  }

  /// The bytes written since the last ``removeWrittenBytes()``.
  package internal(set) var bytes: [UInt8] = []

  private let layout: Layout
  let mustEscape: ((Unicode.Scalar) -> Bool)?
  private var open: [Container] = []
  /// True if the innermost container, or the line outside of all containers, already contains a value.
  private var hasMember = false
  private var followsKey = false

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - layout: The placement of white space.
  ///   - mustEscape: Returns true for characters from U+007F on that are written as `\uXXXX`, although JSON does not
  ///     require it. Terminals interpret some of these characters as commands. Parsers read the same value. `nil`
  ///     escapes only what JSON requires.
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

  /// Writes an object. The closure writes its members.
  package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array. The closure writes its values.
  package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    beginArray()
    try body(&self)
    endArray()
  }

  /// Writes the name of the next value, inside an object. The caller must not repeat a name.
  package mutating func key(_ name: String) {
    precondition(open.last == .object && !followsKey, "a key must precede a value of an object")
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  /// Ends a document with a line break. The next value begins a new document (JSON Lines).
  package mutating func endLine() {
    precondition(open.isEmpty && hasMember, "a line ends after one whole value")
    bytes.append(UInt8(ascii: "\n"))
    hasMember = false
  }

  /// Removes the bytes written so far, which the caller has passed on, and keeps their memory for the next bytes. The
  /// document continues at its current position.
  package mutating func removeWrittenBytes() {
    bytes.removeAll(keepingCapacity: true)
  }

  // MARK: Values

  /// Writes a string, or `null` for nil. Only `"`, `\` and C0 control characters are escaped. U+2028 and U+2029 need no
  /// escaping.
  package mutating func string(_ text: String?) {
    guard let text else { return null() }
    beginValue()
    appendQuoted(text)
  }

  /// Writes an array of strings.
  package mutating func strings(_ texts: [String]) {
    beginArray()
    for text in texts { string(text) }
    endArray()
  }

  /// Writes an integer, or `null` for nil.
  package mutating func integer(_ value: Int64?) {
    guard let value else { return null() }
    beginValue()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes an integer, or `null` for nil.
  package mutating func integer(_ value: Int?) {
    integer(value.map(Int64.init))
  }

  /// Writes the shortest decimal that reads back as the same value, or `null` for nil, infinity and NaN, which JSON
  /// does not support. Whole numbers have no fractional part (`4`, not `4.0`), as in the output of JavaScript and
  /// Foundation, because JSON has only one kind of number.
  package mutating func number(_ value: Double?) {
    guard let value, value.isFinite else { return null() }
    beginValue()
    let text = value.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.dropLast(2).utf8 : text[...].utf8)
  }

  /// Writes `true` or `false`, or `null` for nil.
  package mutating func boolean(_ value: Bool?) {
    guard let value else { return null() }
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a value that is already JSON, such as the result of SQLite's JSON functions. It is neither checked nor
  /// indented. Characters for which `mustEscape` returns true are escaped; they can occur only within strings.
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

  /// Writes a key and its value.
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

  /// Writes a key and an object. The closure writes the members of the object.
  package mutating func object(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    try object(body)
  }

  /// Writes a key and an array. The closure writes the values of the array.
  package mutating func array(_ name: String, _ body: (inout JSONWriter) throws -> Void) rethrows {
    key(name)
    try array(body)
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
