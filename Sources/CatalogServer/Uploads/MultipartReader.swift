import CatalogModel
import Platform

/// A streaming parser for a form with a file (`multipart/form-data`; RFC 7578). It passes on the bytes of the file, and
/// stores the other fields.
///
/// The parser replaces the post processor of libmicrohttpd for three reasons. The post processor needs a connection, so
/// it can neither parse bodies in memory nor be tested without sockets. It accepts nested multiparts. Before version
/// 0.9.76, it read beyond some boundaries (CVE-2023-27371). This parser accepts only the forms that browsers and curl
/// send, with one file and each field once. Text before the first part or after the last part is refused.
package struct MultipartReader: Sendable {
  private enum State {
    case start, delimited, head
    case field(name: String)
    case file, end
  }

  /// The maximum size of a part's head, in bytes.
  private static let headBytes = 4_096
  private static let maxFields = 32

  /// The name of the file; `nil` before the file is found, or if the file has no name.
  package private(set) var fileName: String?
  /// The fields parsed so far.
  package private(set) var fields: [FormBody.Field] = []

  /// The delimiter between parts, which begins with a line break. The delimiter before the first part lacks this line
  /// break.
  private let delimiter: [UInt8]
  private var state = State.start
  private var hasFile = false
  /// The bytes received but not parsed yet.
  private var rest: [UInt8] = []
  private var value: [UInt8] = []
  private var fieldBytes = 0

  /// Creates a parser.
  ///
  /// - Parameter boundary: The boundary, as ``boundary(in:)`` returns it.
  package init(boundary: String) { delimiter = Array("\r\n--\(boundary)".utf8) }

  /// Returns the boundary in header fields; `nil` if it is missing or invalid (RFC 2046, section 5.1.1).
  static func boundary(in fields: HeaderFields) -> String? {
    let members = FieldList(fields["content-type"] ?? "").members
    let named = members.first?.parameters.filter { $0.name == "boundary" } ?? []
    guard members.count == 1, named.count == 1, let boundary = named.first?.value,
      (1...70).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy(isOfBoundary), !boundary.hasSuffix(" ")
    else { return nil }
    return boundary
  }

  private static func isOfBoundary(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }

  /// Parses the next piece.
  ///
  /// - Parameter keep: Called with the bytes of the file.
  /// - Throws: ``Problem``; errors of `keep`.
  package mutating func take(
    _ piece: UnsafeRawBufferPointer, keep: (UnsafeRawBufferPointer) throws(Problem) -> Void
  ) throws(Problem) {
    rest += piece
    while try step(keep) {}
  }

  /// Checks that the body is complete.
  ///
  /// - Throws: ``Problem``, 400 if the form is incomplete or has no file.
  package func finish() throws(Problem) {
    guard case .end = state, rest.isEmpty || rest == Self.lineEnd else { throw Self.cutOff }
    guard hasFile else { throw .badRequest("The form does not contain a file.") }
  }

  private static let lineEnd = Array("\r\n".utf8)

  /// Parses the next element.
  ///
  /// - Returns: True if there may be more to parse.
  private mutating func step(_ keep: (UnsafeRawBufferPointer) throws(Problem) -> Void) throws(Problem) -> Bool {
    switch state {
    case .start:
      let first = delimiter.dropFirst(2)
      guard rest.starts(with: first.prefix(rest.count)) else { throw Self.malformed }
      guard rest.count >= first.count else { return false }
      rest.removeFirst(first.count)
      state = .delimited
    case .delimited:
      guard rest.count >= 2 else { return false }
      if rest.starts(with: Self.lineEnd) {
        state = .head
      } else {
        guard rest.starts(with: "--".utf8) else { throw Self.malformed }
        state = .end
      }
      rest.removeFirst(2)
    case .head:
      guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else {
        guard rest.count <= Self.headBytes else { throw Self.malformed }
        return false
      }
      guard end.lowerBound <= Self.headBytes else { throw Self.malformed }
      state = try self.part(rest[..<end.lowerBound])
      rest.removeFirst(end.upperBound)
    case .field, .file: return try content(keep)
    case .end:
      guard Self.lineEnd.starts(with: rest) else { throw Self.malformed }
      return false
    }
    return true
  }

  /// Parses the head of a part and returns the state for its content.
  private mutating func part(_ head: ArraySlice<UInt8>) throws(Problem) -> State {
    guard let text = String(validating: head, as: UTF8.self) else { throw Self.malformed }
    var lines = HeaderFields()
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
      let name = line.prefix { $0 != ":" }
      guard name.endIndex < line.endIndex,
        lines.add(String(name), String(line[line.index(after: name.endIndex)...]))
      else { throw Self.malformed }
    }
    if let encoding = lines["content-transfer-encoding"]?.lowercased(), !["binary", "8bit", "7bit"].contains(encoding) {
      throw Problem(415, detail: "A part of the form has an unsupported Content-Transfer-Encoding.")
    }
    let members = FieldList(lines["content-disposition"] ?? "").members
    guard members.count == 1, let part = members.first, part.value.lowercased() == "form-data", let name = part["name"],
      Set(part.parameters.map(\.name)).count == part.parameters.count
    else { throw Self.malformed }
    if let stated = part["filename"] {
      guard name == "file", !hasFile else {
        throw .badRequest("The form must contain exactly one file, in the field “file”.")
      }
      hasFile = true
      fileName = Upload.name(of: stated)
      return .file
    }
    guard fields.count < Self.maxFields else {
      throw .badRequest("The form has more than \(Self.maxFields) fields.")
    }
    guard name != "file", !fields.contains(where: { $0.name == name }) else {
      throw .badRequest("The form contains the same field twice, or its field “file” is not a file.")
    }
    return .field(name: name)
  }

  /// Passes on the bytes that certainly belong to a part, and keeps bytes that may be the beginning of the next
  /// delimiter.
  private mutating func content(_ keep: (UnsafeRawBufferPointer) throws(Problem) -> Void) throws(Problem) -> Bool {
    let end = offset(of: delimiter)
    let count = end ?? max(0, rest.count - delimiter.count + 1)
    if case .file = state {
      if count > 0 {
        // Typed errors do not pass through rethrowing closures.
        let outcome = rest.withUnsafeBytes { bytes in
          Result<Void, Problem> { () throws(Problem) in try keep(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        }
        try outcome.get()
      }
    } else {
      value += rest[..<count]
      fieldBytes += count
      guard fieldBytes <= Upload.fieldBytes else {
        throw Problem(
          413, detail: "Form fields other than the file are limited to \(Upload.fieldBytes.grouped) bytes in total.")
      }
    }
    rest.removeFirst(count)
    guard end != nil else { return false }
    rest.removeFirst(delimiter.count)
    if case .field(let name) = state { try endField(name) }
    state = .delimited
    return true
  }

  private mutating func endField(_ name: String) throws(Problem) {
    guard let text = String(validating: value, as: UTF8.self), !value.contains(0) else {
      throw .badRequest("A form field is not valid text.")
    }
    fields.append(FormBody.Field(name: name, value: text))
    value = []
  }

  private func offset(of delimiter: [UInt8]) -> Int? {
    rest.withUnsafeBytes { rest in
      guard let start = rest.baseAddress else { return nil }
      var index = 0
      while rest.count - index >= delimiter.count {
        let last = rest.count - delimiter.count + 1
        guard let found = memchr(start + index, Int32(delimiter[0]), last - index) else { return nil }
        index = UnsafeRawPointer(found) - start
        if memcmp(start + index, delimiter, delimiter.count) == 0 { return index }
        index += 1
      }
      return nil
    }
  }

  private static let malformed = Problem.badRequest("The form with the file is malformed.")
  private static let cutOff = Problem.badRequest("The form is incomplete: the request ended too early.")
}
