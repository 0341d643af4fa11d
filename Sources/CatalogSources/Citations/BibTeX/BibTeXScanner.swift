import CatalogModel
import Platform

/// Finds the entries of a BibTeX file in constant memory. An entry consists of `@`, a word, and text in braces or
/// parentheses. All other text is a comment, as in BibTeX.
///
/// An unclosed entry does not affect the entries after it. The next entry begins where a line starts with `@`, a word
/// and a brace.
final class BibTeXScanner {
  /// The text of an entry.
  struct Found {
    /// The entry in UTF-8.
    let bytes: [UInt8]
    /// The reason why the entry is unusable, worded to follow “entry rejected: ”; `nil` if it is usable.
    var problem: String?
  }

  private let buffer: InputBuffer
  private let encoding: RowEncoding
  private let limit: Int
  /// The number of bytes to return from an entry that is too long, so that the user can identify the entry.
  private static let beginning = 4_096
  /// True while entries inside a comment are treated as part of the comment. Becomes false after a comment without an
  /// end.
  private var trustsComments = true

  /// Creates a scanner.
  ///
  /// - Parameter limit: The maximum size of an entry in bytes.
  init(_ input: TextInput, limit: Int = InputBuffer.defaultRecordLimit, chunkSize: Int = ByteStream.chunkSize) {
    buffer = InputBuffer(input.source, chunkSize: chunkSize)
    encoding = RowEncoding(input.detection)
    self.limit = limit
  }

  /// Returns the next entry, or `nil` at the end of the input.
  func next() throws(InputError) -> Found? {
    while try skipToAtSign() {
      guard let head = try head(at: 0) else {
        buffer.consume(1)
        continue
      }
      return try entry(head)
    }
    return nil
  }

  /// Moves to the next `@`. Returns false at the end of the input.
  private func skipToAtSign() throws(InputError) -> Bool {
    while true {
      if let index = buffer.firstIndex(of: UInt8(ascii: "@"), within: buffer.count) {
        buffer.consume(index)
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

  /// Returns the beginning of the entry at a position, or `nil` if no entry begins there.
  private func head(at position: Int) throws(InputError) -> Head? {
    while buffer.count < position + Self.headLimit, try buffer.fill() {}
    let bytes = buffer.unread
    let end = min(buffer.count, position + Self.headLimit)
    var index = position + 1
    while index < end, bytes[index].isASCIILetterOrDigit || bytes[index] == 45 || bytes[index] == 95 { index += 1 }
    let word = (position + 1)..<index
    while index < end, bytes[index] <= 32 { index += 1 }
    guard !word.isEmpty, index < end, bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "(") else {
      return nil
    }
    let isComment =
      String(decoding: UnsafeBufferPointer(start: bytes + word.lowerBound, count: word.count), as: UTF8.self)
      .lowercased() == "comment"
    return Head(
      length: index + 1 - position, isInParentheses: bytes[index] == UInt8(ascii: "("), isComment: isComment)
  }

  /// The reason why an entry ends before its braces are closed.
  private enum Early {
    case nextEntry, limit, input
  }

  private func entry(_ head: Head) throws(InputError) -> Found {
    var (position, depth, isQuoted) = (head.length, 1, false)
    // The position of the first entry within a comment. If the comment has no closing brace, it ends at this position.
    var other: Int?
    while true {
      while position < buffer.count {
        let byte = buffer.unread[position]
        switch byte {
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 {
            // In an entry enclosed in parentheses, this brace has no matching opening brace.
            if head.isInParentheses { depth = 1 } else { return try whole(position + 1) }
          }
        case UInt8(ascii: "\"") where depth == 1: isQuoted.toggle()
        case UInt8(ascii: ")") where head.isInParentheses && depth == 1 && !isQuoted: return try whole(position + 1)
        case UInt8(ascii: "@") where other == nil && beginsLine(position):
          guard try self.head(at: position) != nil else { break }
          if !head.isComment || !trustsComments { return take(position, endedBy: .nextEntry) }
          other = position
        default: break
        }
        position += 1
        if position > limit { break }
      }
      if position > limit { return try tooLong(other) }
      if try !buffer.fill() {
        trustsComments = trustsComments && !head.isComment
        return take(other ?? buffer.count, endedBy: other == nil ? .input : .nextEntry)
      }
    }
  }

  /// Returns true if only whitespace comes before a position on its line.
  private func beginsLine(_ position: Int) -> Bool {
    var index = position - 1
    while index >= 0, buffer.unread[index] == 32 || buffer.unread[index] == 9 { index -= 1 }
    return index >= 0 && (buffer.unread[index] == 10 || buffer.unread[index] == 13)
  }

  private func take(_ length: Int, endedBy early: Early) -> Found {
    let reason = "its braces are not closed: the \(early == .input ? "file ends" : "next entry begins") within it"
    return found(length, problem: reason)
  }

  /// Returns an entry whose closing brace was found. If another field seems to follow, this brace was one too many. The
  /// result is then extended up to the next entry and marked as unusable.
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
    return found(min(end, buffer.count), problem: "an extra brace closes the entry before its last field")
  }

  /// Moves a position forward to the next entry at the start of a line, to the limit, or to the end of the input.
  ///
  /// - Returns: True if the search has ended; false if more input was read and the search must continue.
  private func skippedToEntry(_ position: inout Int) throws(InputError) -> Bool {
    while position < buffer.count {
      if position >= limit { return true }
      if buffer.unread[position] == UInt8(ascii: "@"), beginsLine(position), try head(at: position) != nil {
        return true
      }
      position += 1
    }
    return try !buffer.fill()
  }

  /// Returns the beginning of an entry that is too long, and skips to the next entry at the start of a line.
  private func tooLong(_ other: Int?) throws(InputError) -> Found {
    if let other {
      trustsComments = false
      return take(other, endedBy: .nextEntry)
    }
    var kept = min(Self.beginning, limit)
    // Do not cut within a character.
    for _ in 1...3 where buffer.unread[kept] & 0xC0 == 0x80 { kept -= 1 }
    let beginning = found(
      kept, problem: "it is longer than \(limit.grouped) bytes; only the first \(kept.grouped) were read")
    buffer.consume(limit - kept)
    while true {
      try buffer.skipToLineEnd(orCarriageReturn: true)
      buffer.consume(1)
      var position = 0
      while position < Self.headLimit {
        if position == buffer.count, try !buffer.fill() { break }
        guard buffer.unread[position] == 32 || buffer.unread[position] == 9 else { break }
        position += 1
      }
      if position >= buffer.count, try !buffer.fill() { break }
      if position < buffer.count, buffer.unread[position] == UInt8(ascii: "@"), try head(at: position) != nil {
        buffer.consume(position)
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
