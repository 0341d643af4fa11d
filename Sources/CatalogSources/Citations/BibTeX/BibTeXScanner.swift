import CatalogModel

/// Finds the entries of a BibTeX file in constant memory: `@`, a word, and text in braces or parentheses. All other
/// text is a comment, as in BibTeX.
///
/// An unclosed entry does not affect others: the next one begins where a line starts with `@`, a word and a brace.
final class BibTeXScanner {
  /// The text of an entry.
  struct Found {
    /// The entry in UTF-8.
    let bytes: [UInt8]
    /// The problem of the entry, worded to follow “entry rejected: it …”.
    var problem: String?
  }

  private let buffer: InputBuffer
  private let encoding: RowEncoding
  private let limit: Int
  /// The number of bytes that are returned of an entry that is too long, to identify it.
  private static let beginning = 4_096
  /// True while entries within a comment are considered part of it. False once a comment without an end was found.
  private var trustsComments = true

  /// - Parameter limit: The maximum size of an entry in bytes.
  init(_ input: TextInput, limit: Int = InputBuffer.defaultRecordLimit, chunkSize: Int = ByteStream.chunkSize) {
    buffer = InputBuffer(input.source, chunkSize: chunkSize)
    encoding = RowEncoding(input.detection)
    self.limit = limit
  }

  /// Returns the next entry, or `nil` at the end of the input.
  func next() throws(InputError) -> Found? {
    while try skipToSign() {
      guard let head = try head(at: 0) else {
        buffer.consume(1)
        continue
      }
      return try entry(head)
    }
    return nil
  }

  /// Moves to the next `@`. Returns false at the end of the input.
  private func skipToSign() throws(InputError) -> Bool {
    while true {
      if let place = buffer.firstIndex(of: UInt8(ascii: "@"), within: buffer.count) {
        buffer.consume(place)
        return true
      }
      buffer.consume(buffer.count)
      if try !buffer.fill() { return false }
    }
  }

  /// The beginning of an entry.
  private struct Head {
    /// The number of bytes before the entry's content.
    let length: Int
    let isInParentheses: Bool
    let isComment: Bool
  }

  /// The maximum length of the word after `@`, including whitespace after it.
  private static let headLimit = 80

  /// Returns the beginning of an entry at a position, or `nil` if there is none.
  private func head(at place: Int) throws(InputError) -> Head? {
    while buffer.count < place + Self.headLimit, try buffer.fill() {}
    let bytes = buffer.unread
    let end = min(buffer.count, place + Self.headLimit)
    var index = place + 1
    while index < end, bytes[index].isASCIILetterOrDigit || bytes[index] == 45 || bytes[index] == 95 { index += 1 }
    let word = (place + 1)..<index
    while index < end, bytes[index] <= 32 { index += 1 }
    guard !word.isEmpty, index < end, bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "(") else {
      return nil
    }
    let isComment =
      String(decoding: UnsafeBufferPointer(start: bytes + word.lowerBound, count: word.count), as: UTF8.self)
      .lowercased() == "comment"
    return Head(
      length: index + 1 - place, isInParentheses: bytes[index] == UInt8(ascii: "("), isComment: isComment)
  }

  /// The reason why an entry ends before its braces are closed.
  private enum Early {
    case nextEntry, limit, input
  }

  private func entry(_ head: Head) throws(InputError) -> Found {
    var (place, depth, isQuoted) = (head.length, 1, false)
    // The start of the first other entry within a comment that may have no end.
    var other: Int?
    while true {
      while place < buffer.count {
        let byte = buffer.unread[place]
        switch byte {
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 {
            // A surplus brace in an entry in parentheses.
            if head.isInParentheses { depth = 1 } else { return try whole(place + 1) }
          }
        case UInt8(ascii: "\"") where depth == 1: isQuoted.toggle()
        case UInt8(ascii: ")") where head.isInParentheses && depth == 1 && !isQuoted: return try whole(place + 1)
        case UInt8(ascii: "@") where other == nil && beginsLine(place):
          guard try self.head(at: place) != nil else { break }
          if !head.isComment || !trustsComments { return take(place, endedBy: .nextEntry) }
          other = place
        default: break
        }
        place += 1
        if place > limit { break }
      }
      if place > limit { return try tooLong(other) }
      if try !buffer.fill() {
        trustsComments = trustsComments && !head.isComment
        return take(other ?? buffer.count, endedBy: other == nil ? .input : .nextEntry)
      }
    }
  }

  /// Returns true if only whitespace comes before a position in its line.
  private func beginsLine(_ place: Int) -> Bool {
    var index = place - 1
    while index >= 0, buffer.unread[index] == 32 || buffer.unread[index] == 9 { index -= 1 }
    return index >= 0 && (buffer.unread[index] == 10 || buffer.unread[index] == 13)
  }

  private func take(_ length: Int, endedBy early: Early) -> Found {
    let reason = "its braces are not closed: the \(early == .input ? "file ends" : "next entry begins") within it"
    return found(length, problem: reason)
  }

  /// Returns an entry with its end. A surplus brace ends it before its fields do; in that case text like a field
  /// follows.
  private func whole(_ length: Int) throws(InputError) -> Found {
    while buffer.count < length + Self.headLimit, try buffer.fill() {}
    var index = length
    while index < buffer.count, buffer.unread[index] == 32 || buffer.unread[index] == 9 { index += 1 }
    guard index < buffer.count, buffer.unread[index] == UInt8(ascii: ",") else { return found(length) }
    var end = index + 1
    while end < buffer.count, buffer.unread[end] <= 32 { end += 1 }
    let name = end
    while end < buffer.count, buffer.unread[end].isASCIILetterOrDigit { end += 1 }
    let isName = end > name
    while end < buffer.count, buffer.unread[end] <= 32 { end += 1 }
    guard isName, end < buffer.count, buffer.unread[end] == UInt8(ascii: "=") else { return found(length) }
    while try !skippedToEntry(&end) {}
    return found(min(end, buffer.count), problem: "a brace closes it before its fields end")
  }

  /// Moves a position to the next entry at the start of a line, the limit, or the end of the input.
  ///
  /// - Returns: True if the position was reached.
  private func skippedToEntry(_ place: inout Int) throws(InputError) -> Bool {
    while place < buffer.count {
      if place >= limit { return true }
      if buffer.unread[place] == UInt8(ascii: "@"), beginsLine(place), try head(at: place) != nil { return true }
      place += 1
    }
    return try !buffer.fill()
  }

  /// Skips an entry that is too long, up to the next one at the start of a line.
  private func tooLong(_ other: Int?) throws(InputError) -> Found {
    if let other {
      trustsComments = false
      return take(other, endedBy: .nextEntry)
    }
    var kept = min(Self.beginning, limit)
    // Do not cut within a character.
    for _ in 1...3 where buffer.unread[kept] & 0xC0 == 0x80 { kept -= 1 }
    let beginning = found(
      kept, problem: "it is longer than \(limit.spoken) bytes; only the first \(kept.spoken) were read")
    buffer.consume(limit - kept)
    while true {
      try buffer.skipToLineEnd(orCarriageReturn: true)
      buffer.consume(1)
      var place = 0
      while place < Self.headLimit {
        if place == buffer.count, try !buffer.fill() { break }
        guard buffer.unread[place] == 32 || buffer.unread[place] == 9 else { break }
        place += 1
      }
      if place >= buffer.count, try !buffer.fill() { break }
      if place < buffer.count, buffer.unread[place] == UInt8(ascii: "@"), try head(at: place) != nil {
        buffer.consume(place)
        break
      }
    }
    return beginning
  }

  private func found(_ length: Int, problem: String? = nil) -> Found {
    let bytes = UnsafeBufferPointer(start: buffer.unread, count: length)
    defer { buffer.consume(length) }
    let illFormed = bytes.baseAddress.flatMap { UTF8Bytes.firstIllFormed($0, count: length) }
    if encoding.isWindows1252(bytes, firstIllFormed: illFormed) {
      return Found(bytes: Windows1252.utf8(bytes), problem: problem)
    }
    guard let illFormed else { return Found(bytes: Array(bytes), problem: problem) }
    return Found(
      bytes: Array(String(decoding: bytes, as: UTF8.self).utf8),
      problem: problem ?? "byte \(illFormed + 1) is not valid UTF-8")
  }
}
