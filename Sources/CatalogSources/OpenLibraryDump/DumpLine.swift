import Platform

/// A line of a dump: the type, the key, the revision and the modification time of a record, and the record as JSON,
/// separated by tabs. Open Library writes the JSON with Python's `json.dumps`, so it is ASCII and contains no tabs.
struct DumpLine {
  /// The reason why a line is invalid, as a message for the user.
  struct Problem: Error {
    let reason: String
  }

  let type: UnsafeRawBufferPointer
  /// The key, such as `/books/OL7353617M`.
  let key: UnsafeRawBufferPointer
  /// The modification time, such as `2023-04-01T12:00:00.000000`.
  let modified: UnsafeRawBufferPointer
  let json: UnsafeRawBufferPointer

  /// Parses a line.
  ///
  /// - Parameter bytes: The line without its line end.
  init(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    var rest = bytes
    type = try Self.column(of: &rest)
    key = try Self.column(of: &rest)
    _ = try Self.column(of: &rest)
    modified = try Self.column(of: &rest)
    if rest.last == 13 { rest = UnsafeRawBufferPointer(rebasing: rest.dropLast()) }
    json = rest
    guard type.first == UInt8(ascii: "/"), key.first == UInt8(ascii: "/") else {
      throw Problem(reason: "it does not begin with a type and a key")
    }
    guard json.first == UInt8(ascii: "{"), json.last == UInt8(ascii: "}") else {
      throw Problem(reason: "its record is not a complete JSON object")
    }
  }

  private static func column(of rest: inout UnsafeRawBufferPointer) throws(Problem) -> UnsafeRawBufferPointer {
    guard let start = rest.baseAddress, let tab = memchr(start, 9, rest.count) else {
      throw Problem(reason: "it does not have the five columns of a dump")
    }
    let count = start.distance(to: UnsafeRawPointer(tab))
    defer { rest = UnsafeRawBufferPointer(start: start + count + 1, count: rest.count - count - 1) }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// The day of the last change as a number such as 20230401; `nil` if the column does not contain a date.
  var day: Int? {
    guard modified.count >= 10, modified[4] == UInt8(ascii: "-"), modified[7] == UInt8(ascii: "-") else { return nil }
    var day = 0
    for index in [0, 1, 2, 3, 5, 6, 8, 9] {
      let digit = Int(modified[index]) - 48
      guard (0...9).contains(digit) else { return nil }
      day = day * 10 + digit
    }
    return (1...12).contains(day / 100 % 100) && (1...31).contains(day % 100) ? day : nil
  }
}
