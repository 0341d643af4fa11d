/// Makes dumps of Open Library: lines as it publishes them, right ones and others.
public struct DumpText {
  public private(set) var text = ""

  public init() {}

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - type: `edition`
  ///   - key: `/books/OL7353617M`
  ///   - json: the record.
  public mutating func add(_ type: String, _ key: String, _ json: String, day: String = "2023-04-01") {
    text += "/type/\(type)\t\(key)\t3\t\(day)T12:00:00.000000\t\(json)\n"
  }

  /// Adds something that is no line of a dump.
  public mutating func add(raw line: String) { text += line }

  /// Adds lines about books that nobody looks for, of a kibibyte each.
  public mutating func addOthers(_ type: String, _ letter: Character, from first: Int, count: Int) {
    let notes = String(repeating: "Lorem ipsum dolor sit amet. ", count: 32)
    var lines = ""
    for number in first..<first + count {
      lines +=
        "/type/\(type)\t/x/OL\(number)\(letter)\t1\t2010-01-01T00:00:00\t{\"title\": \"Other \(number)\", "
        + "\"isbn_13\": [\"97900000\(10_000 + number % 90_000)\"], \"notes\": \"\(notes)\"}\n"
    }
    text += lines
  }

  public var bytes: [UInt8] { Array(text.utf8) }
  /// Packed by gzip.
  public var packed: [UInt8] { TARMaker.packed(bytes) }
}
