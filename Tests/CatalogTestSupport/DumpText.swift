/// Makes Open Library dumps from lines as it publishes them, valid or not.
public struct DumpText {
  public private(set) var text = ""

  public init() {}

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - type: The type, such as `edition`.
  ///   - key: The key, such as `/books/OL7353617M`.
  ///   - json: The record.
  public mutating func add(_ type: String, _ key: String, _ json: String, day: String = "2023-04-01") {
    text += "/type/\(type)\t\(key)\t3\t\(day)T12:00:00.000000\t\(json)\n"
  }

  /// Adds text that is not a valid line of a dump.
  public mutating func add(raw line: String) { text += line }

  /// Adds lines of one kibibyte each about books that no test looks for.
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
  /// The dump, compressed with gzip.
  public var packed: [UInt8] { TARMaker.packed(bytes) }
}
