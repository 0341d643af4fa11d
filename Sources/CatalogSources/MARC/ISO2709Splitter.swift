import CatalogModel

/// Divides an input into records of ISO 2709. What a record says of its length is often wrong: the character that ends a
/// record decides, and where that is missing, the beginning of the next one.
final class ISO2709Splitter {
  enum Piece: Equatable {
    case record([UInt8])
    /// More bytes than a record is taken to have; they were skipped.
    case tooLong(limit: Int)
  }

  static let recordEnd: UInt8 = 0x1D
  static let fieldEnd: UInt8 = 0x1E
  static let subfieldStart: UInt8 = 0x1F

  private let buffer: InputBuffer
  private let path: String
  private let limit: Int

  /// - Parameter limit: the longest record in bytes.
  init(
    _ source: any ByteSource, limit: Int = InputBuffer.defaultRecordLimit, chunkSize: Int = ByteStream.chunkSize
  ) {
    buffer = InputBuffer(source, chunkSize: chunkSize)
    path = source.path
    self.limit = limit
  }

  /// The next record with the character that ends it, where that is there; `nil` at the end of the input.
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

  /// Passes over what programs write between records: ends of lines, zero bytes, the end of a file of CP/M, marks of UTF-8 where
  /// files were put together. Blanks in front of a leader may be of its length, which some fill up with them or leave out.
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

  /// Whether a byte stands where a digit of a length is not said.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0 }

  /// How many bytes there are up to the first end of a record, or up to the end of the input; `nil` beyond the limit.
  private func firstEnd() throws(InputError) -> Int? {
    var searched = 0
    while true {
      if let place = buffer.firstIndex(of: Self.recordEnd, from: searched, within: min(buffer.count, limit)) {
        return place + 1
      }
      if buffer.count >= limit { return nil }
      searched = buffer.count
      if try !buffer.fill() { return buffer.count }
    }
  }

  private func skipToEnd() throws(InputError) {
    var skipped = 0
    repeat {
      guard skipped < InputBuffer.longestLine else {
        let limit = InputBuffer.longestLine / 1_048_576
        throw InputError(endless: path, cause: "no record ends within \(limit) MiB")
      }
      if let place = buffer.firstIndex(of: Self.recordEnd, within: buffer.count) { return buffer.consume(place + 1) }
      skipped += buffer.count
      buffer.consume(buffer.count)
    } while try buffer.fill()
  }

  /// How long the record is that begins here.
  ///
  /// - Parameter end: behind the first character that ends a record.
  private func length(upTo end: Int) throws(InputError) -> Int {
    // What stands before a record and is none costs nothing but itself.
    guard isLeader(at: 0) else { return nextLeader(before: end) ?? end }
    guard let said = Self.length(buffer.unread, within: buffer.count), said > 0, said != end else { return end }
    if said > end {
      // A character that ends a record may have strayed into it: then what is said is right, and what follows it begins as a
      // record does.
      while buffer.count < said + MARCRecord.leaderLength, try buffer.fill() {}
      if buffer.count >= said, buffer.unread[said - 1] == Self.recordEnd, !isBlank(from: end), !isLeader(at: end),
        isBlank(from: said) || isLeader(at: said)
      {
        return said
      }
    } else if said > MARCRecord.leaderLength, isLeader(at: said) {
      return said
    }
    return nextLeader(before: end) ?? end
  }

  /// Where the next record begins that follows one without an end, which may be cut within its leader.
  private func nextLeader(before end: Int) -> Int? {
    var place = 1
    while place + MARCRecord.leaderLength < end {
      guard let version = buffer.firstIndex(of: UInt8(ascii: "4"), from: place + 20, within: end) else { return nil }
      if version + 1 < end, buffer.unread[version + 1] == UInt8(ascii: "5"), isLeader(at: version - 20) {
        return version - 20
      }
      place = version - 19
    }
    return nil
  }

  private func isBlank(from start: Int) -> Bool {
    (start..<buffer.count).allSatisfy { buffer.unread[$0] <= 0x20 }
  }

  private func isLeader(at place: Int) -> Bool {
    var place = place
    while place < buffer.count, buffer.unread[place] == 10 || buffer.unread[place] == 13 { place += 1 }
    return Self.isLeader(UnsafeBufferPointer(start: buffer.unread + place, count: max(0, buffer.count - place)))
  }

  /// Whether bytes begin with the leader of a record: with its length, where its fields begin, and one of the numbers that are
  /// the same in all. Between them letters say what kind of record it is, of which a directory has none.
  static func isLeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= MARCRecord.leaderLength, let start = bytes.baseAddress,
      length(start, within: bytes.count) != nil, number(start, 12, digits: 5, within: bytes.count) != nil,
      bytes[5..<8].allSatisfy({ $0 >= 0x20 && !(48...57).contains($0) })
    else { return false }
    return start[10] == UInt8(ascii: "2") && start[11] == UInt8(ascii: "2")
      || start[20] == UInt8(ascii: "4") && start[21] == UInt8(ascii: "5") && start[22] == UInt8(ascii: "0")
  }

  /// Of the length that a leader begins with.
  static let lengthDigits = 5

  /// The length that a leader begins with, which may be filled up with blanks, and is zero where they are all there is; `nil` where
  /// something else stands there.
  private static func length(_ bytes: UnsafePointer<UInt8>, within count: Int) -> Int? {
    guard count >= lengthDigits else { return nil }
    let blanks = (0..<lengthDigits).prefix { isBlank(bytes[$0]) }.count
    let digits = (blanks..<lengthDigits).prefix { (48...57).contains(bytes[$0]) }.count
    guard (blanks + digits..<lengthDigits).allSatisfy({ isBlank(bytes[$0]) }) else { return nil }
    return number(bytes, blanks, digits: digits, within: count)
  }

  /// A number of so many digits; `nil` where others stand there.
  static func number(_ bytes: UnsafePointer<UInt8>, _ place: Int, digits: Int, within count: Int) -> Int? {
    guard place + digits <= count else { return nil }
    var number = 0
    for index in place..<(place + digits) {
      guard (48...57).contains(bytes[index]) else { return nil }
      number = number * 10 + Int(bytes[index] - 48)
    }
    return number
  }
}
