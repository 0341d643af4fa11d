import CatalogModel

/// Divides an input into ISO 2709 records. The length in a leader is often wrong, so records are divided at the record
/// terminator, or at the start of the next record if the terminator is missing.
final class ISO2709Splitter {
  enum Piece: Equatable {
    case record([UInt8])
    /// A record that exceeds the limit and was skipped.
    case tooLong(limit: Int)
  }

  static let recordEnd: UInt8 = 0x1D
  static let fieldEnd: UInt8 = 0x1E
  static let subfieldStart: UInt8 = 0x1F

  private let buffer: InputBuffer
  private let path: String
  private let limit: Int

  /// Creates a splitter.
  ///
  /// - Parameter limit: The maximum length of a record in bytes.
  init(
    _ source: any ByteSource, limit: Int = InputBuffer.defaultRecordLimit, chunkSize: Int = ByteStream.chunkSize
  ) {
    buffer = InputBuffer(source, chunkSize: chunkSize)
    path = source.path
    self.limit = limit
  }

  /// Returns the next record with its terminator, if present; `nil` at the end of the input.
  func next() throws(InputError) -> Piece? {
    try skipBlanks()
    guard buffer.count > 0 else { return nil }
    guard let end = try firstEnd() else {
      try skipToEnd()
      return .tooLong(limit: limit)
    }
    let length = try length(upTo: end)
    defer { buffer.consume(length) }
    return .record(Array(UnsafeBufferPointer(start: buffer.unread, count: length)))
  }

  /// Skips bytes that programs write between records: line ends, zero bytes, the end-of-file character of CP/M, and
  /// byte order marks from concatenated files. Blanks directly before a leader may belong to its first field, the
  /// length, which some programs pad with blanks or leave empty. Such blanks are kept.
  private func skipBlanks() throws(InputError) {
    while true {
      while buffer.count < UTF8Bytes.mark.count, try buffer.fill() {}
      var blanks = 0
      while blanks < buffer.count, buffer.unread[blanks] <= 0x20 { blanks += 1 }
      let ofLength = (0..<min(blanks, Self.lengthDigits)).prefix { Self.isBlank(buffer.unread[blanks - 1 - $0]) }.count
      buffer.consume(blanks - ofLength)
      if buffer.count == ofLength, try buffer.fill() { continue }
      while buffer.count < ofLength + MARCRecord.leaderLength, try buffer.fill() {}
      buffer.consume((0...ofLength).first { isLeader(at: $0) } ?? ofLength)
      guard UnsafeBufferPointer(start: buffer.unread, count: buffer.count).starts(with: UTF8Bytes.mark) else { return }
      buffer.consume(UTF8Bytes.mark.count)
    }
  }

  /// Returns true if the byte may pad a length in place of a digit.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0 }

  /// Returns the number of bytes up to the first record terminator or the end of the input; `nil` if that number
  /// exceeds the limit.
  private func firstEnd() throws(InputError) -> Int? {
    var searched = 0
    while true {
      if let index = buffer.firstIndex(of: Self.recordEnd, from: searched, within: min(buffer.count, limit)) {
        return index + 1
      }
      if buffer.count >= limit { return nil }
      searched = buffer.count
      if try !buffer.fill() { return buffer.count }
    }
  }

  private func skipToEnd() throws(InputError) {
    var skipped = 0
    repeat {
      guard skipped < InputBuffer.maxLineLength else {
        let limit = InputBuffer.maxLineLength / 1_048_576
        throw InputError(endless: path, cause: "no record ends within \(limit) MiB")
      }
      if let index = buffer.firstIndex(of: Self.recordEnd, within: buffer.count) { return buffer.consume(index + 1) }
      skipped += buffer.count
      buffer.consume(buffer.count)
    } while try buffer.fill()
  }

  /// Returns the length of the record at the start of the buffer.
  ///
  /// - Parameter end: The offset after the first record terminator.
  private func length(upTo end: Int) throws(InputError) -> Int {
    // Bytes that do not belong to a record become a separate piece, so that the record after them is not lost.
    guard isLeader(at: 0) else { return nextLeader(before: end) ?? end }
    guard let stated = Self.length(buffer.unread, within: buffer.count), stated > 0, stated != end else { return end }
    if stated > end {
      // The record may contain a stray record terminator. In that case, the stated length is right, and another record
      // begins after that length.
      while buffer.count < stated + MARCRecord.leaderLength, try buffer.fill() {}
      if buffer.count >= stated, buffer.unread[stated - 1] == Self.recordEnd, !isBlank(from: end), !isLeader(at: end),
        isBlank(from: stated) || isLeader(at: stated)
      {
        return stated
      }
    } else if stated > MARCRecord.leaderLength, isLeader(at: stated) {
      return stated
    }
    return nextLeader(before: end) ?? end
  }

  /// Returns the start of the next record if the current record lacks a terminator. The current record may be cut off
  /// within its leader.
  private func nextLeader(before end: Int) -> Int? {
    var position = 1
    while position + MARCRecord.leaderLength < end {
      guard let version = buffer.firstIndex(of: UInt8(ascii: "4"), from: position + 20, within: end) else { return nil }
      if version + 1 < end, buffer.unread[version + 1] == UInt8(ascii: "5"), isLeader(at: version - 20) {
        return version - 20
      }
      position = version - 19
    }
    return nil
  }

  private func isBlank(from start: Int) -> Bool {
    (start..<buffer.count).allSatisfy { buffer.unread[$0] <= 0x20 }
  }

  private func isLeader(at position: Int) -> Bool {
    var position = position
    while position < buffer.count, buffer.unread[position] == 10 || buffer.unread[position] == 13 { position += 1 }
    return Self.isLeader(UnsafeBufferPointer(start: buffer.unread + position, count: max(0, buffer.count - position)))
  }

  /// Returns true if the bytes begin with the leader of a record: its length, the base address of its fields, and at
  /// least one of the numbers that are constant in all leaders. The bytes between these numbers describe the kind of
  /// record and are not digits, unlike the bytes of a directory.
  static func isLeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= MARCRecord.leaderLength, let start = bytes.baseAddress,
      length(start, within: bytes.count) != nil, number(start, 12, digits: 5, within: bytes.count) != nil,
      bytes[5..<8].allSatisfy({ $0 >= 0x20 && !(48...57).contains($0) })
    else { return false }
    return start[10] == UInt8(ascii: "2") && start[11] == UInt8(ascii: "2")
      || start[20] == UInt8(ascii: "4") && start[21] == UInt8(ascii: "5") && start[22] == UInt8(ascii: "0")
  }

  /// The number of digits of the length at the start of a leader.
  static let lengthDigits = 5

  /// Returns the length at the start of a leader, which may be padded with blanks. Returns zero if it consists only of
  /// blanks, and `nil` if it contains characters other than digits and blanks.
  private static func length(_ bytes: UnsafePointer<UInt8>, within count: Int) -> Int? {
    guard count >= lengthDigits else { return nil }
    let blanks = (0..<lengthDigits).prefix { isBlank(bytes[$0]) }.count
    let digits = (blanks..<lengthDigits).prefix { (48...57).contains(bytes[$0]) }.count
    guard (blanks + digits..<lengthDigits).allSatisfy({ isBlank(bytes[$0]) }) else { return nil }
    return number(bytes, blanks, digits: digits, within: count)
  }

  /// Returns a number with the given number of digits, or `nil` if other characters are found.
  static func number(_ bytes: UnsafePointer<UInt8>, _ position: Int, digits: Int, within count: Int) -> Int? {
    guard position + digits <= count else { return nil }
    var number = 0
    for index in position..<(position + digits) {
      guard (48...57).contains(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 48)
    }
    return number
  }
}
