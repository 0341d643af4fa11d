import CatalogModel

/// Finds the entries of a file of BibTeX in constant memory: `@`, a word, and what stands in braces or parentheses. All else is
/// a comment, as BibTeX has it.
///
/// An entry that never ends costs no other one: where a line begins with `@`, a word and a brace, the next one begins.
final class BibTeXScanner {
  /// An entry as it stands in the file.
  struct Found {
    /// In UTF-8.
    let bytes: [UInt8]
    /// What is the matter with it, in words for people that go on behind “entry rejected: it …”.
    var problem: String?
  }

  private let buffer: InputBuffer
  private let encoding: RowEncoding
  private let limit: Int
  /// How much of an entry that is too long is given: enough to know it by.
  private static let beginning = 4_096
  /// Whether the entries in a comment are taken to belong to it, until one turns out to have no end.
  private var trustsComments = true

  /// - Parameter limit: the bytes that an entry has at most.
  init(_ input: TextInput, limit: Int = InputBuffer.defaultRecordLimit, chunkSize: Int = ByteStream.chunkSize) {
    buffer = InputBuffer(input.source, chunkSize: chunkSize)
    encoding = RowEncoding(input.detection)
    self.limit = limit
  }

  /// The next entry, or `nil` at the end of the input.
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

  /// Moves to the next `@`; false at the end of the input.
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

  /// How an entry begins.
  private struct Head {
    /// The bytes up to what stands in it.
    let length: Int
    let isInParentheses: Bool
    let isComment: Bool
  }

  /// How long the word behind a sign is at most, white space behind it counted.
  private static let headLimit = 80

  /// How the entry begins that may stand at a place; `nil` where none does.
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

  /// What ends an entry before its braces do.
  private enum Early {
    case nextEntry, limit, input
  }

  private func entry(_ head: Head) throws(InputError) -> Found {
    var (place, depth, isQuoted) = (head.length, 1, false)
    // Where the first other entry begins, in a comment that may have no end.
    var other: Int?
    while true {
      while place < buffer.count {
        let byte = buffer.unread[place]
        switch byte {
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
          depth -= 1
          if depth == 0 {
            // One too many in an entry that is in parentheses.
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

  /// Whether nothing but white space stands before a place in its line.
  private func beginsLine(_ place: Int) -> Bool {
    var index = place - 1
    while index >= 0, buffer.unread[index] == 32 || buffer.unread[index] == 9 { index -= 1 }
    return index >= 0 && (buffer.unread[index] == 10 || buffer.unread[index] == 13)
  }

  private func take(_ length: Int, endedBy early: Early) -> Found {
    let reason = "its braces never close: the \(early == .input ? "file ends" : "next entry begins") within it"
    return found(length, problem: reason)
  }

  /// An entry with its end. One brace too many ends it before its fields do: what follows goes on as fields do.
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

  /// Moves a place to the next entry at the beginning of a line, the limit, or the end of the input.
  ///
  /// - Returns: whether it is there.
  private func skippedToEntry(_ place: inout Int) throws(InputError) -> Bool {
    while place < buffer.count {
      if place >= limit { return true }
      if buffer.unread[place] == UInt8(ascii: "@"), beginsLine(place), try head(at: place) != nil { return true }
      place += 1
    }
    return try !buffer.fill()
  }

  /// What is longer than an entry may be is passed over up to the next one at the beginning of a line.
  private func tooLong(_ other: Int?) throws(InputError) -> Found {
    if let other {
      trustsComments = false
      return take(other, endedBy: .nextEntry)
    }
    var kept = min(Self.beginning, limit)
    // No character is cut.
    for _ in 1...3 where buffer.unread[kept] & 0xC0 == 0x80 { kept -= 1 }
    let beginning = found(
      kept, problem: "it is longer than \(limit.spoken) bytes, and is cut behind the first \(kept.spoken)")
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
      problem: problem ?? "its byte \(illFormed + 1) is no UTF-8")
  }
}
