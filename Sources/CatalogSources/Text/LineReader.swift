/// One line of a text file.
struct Line: Equatable {
  enum Content: Equatable {
    /// The line without its end, in UTF-8 (not necessarily valid).
    case bytes([UInt8])
    /// The line has more than `limit` bytes and was skipped.
    case tooLong(limit: Int)
  }

  /// The number of the line in the file, starting at 1 and including blank lines.
  let number: Int
  let content: Content
}

/// Reads lines of bytes, such as those of a JSON Lines file, in constant memory.
///
/// Lines end with a line feed; a carriage return before it is dropped. The last line may lack the line feed. Blank
/// lines, which contain only spaces and tabs, are skipped if `skipsBlank` is true.
final class LineReader {
  private let buffer: InputBuffer
  private let isWindows1252: Bool
  private let limit: Int
  private let skipsBlank: Bool
  private var number = 0

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - skipsBlank: True to skip blank lines, because they have no meaning in the format.
  ///   - limit: The maximum length of a line in bytes, without its end.
  ///   - chunkSize: The number of bytes to read at a time.
  init(
    _ input: TextInput, skipsBlank: Bool = true, limit: Int = InputBuffer.defaultRecordLimit,
    chunkSize: Int = ByteStream.chunkSize
  ) {
    buffer = InputBuffer(input.source, chunkSize: chunkSize)
    isWindows1252 = input.isWindows1252
    self.skipsBlank = skipsBlank
    // Replace an unlimited length with a limit that no input reaches, so that adding to the limit does not overflow.
    self.limit = min(limit, Int.max / 2)
  }

  /// Returns the next line that is not skipped, or `nil` at the end of the input.
  func next() throws(InputError) -> Line? {
    while let content = try nextContent() {
      number += 1
      if skipsBlank, case .bytes(let bytes) = content, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      return Line(number: number, content: content)
    }
    return nil
  }

  private func nextContent() throws(InputError) -> Line.Content? {
    var searched = 0
    while true {
      // The longest accepted line ends with a carriage return and a line feed after `limit` bytes.
      let window = min(buffer.count, limit + 2)
      if let length = buffer.firstIndex(of: 0x0A, from: searched, within: window) {
        defer { buffer.consume(length + 1) }
        return content(length: length)
      }
      if window == limit + 2 {
        try buffer.skipToLineEnd(orCarriageReturn: false)
        buffer.consume(1)
        return .tooLong(limit: limit)
      }
      searched = window
      if try !buffer.fill() {
        guard buffer.count > 0 else { return nil }
        defer { buffer.consume(buffer.count) }
        return content(length: buffer.count)
      }
    }
  }

  private func content(length: Int) -> Line.Content {
    var length = length
    if length > 0, buffer.unread[length - 1] == 0x0D { length -= 1 }
    guard length <= limit else { return .tooLong(limit: limit) }
    let bytes = UnsafeBufferPointer(start: buffer.unread, count: length)
    return .bytes(isWindows1252 ? Windows1252.utf8(bytes) : Array(bytes))
  }
}
