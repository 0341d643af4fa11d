import CatalogModel

/// The encoding of one record's texts.
enum MARCEncoding {
  case utf8, marc8, windows1252

  /// - Parameters:
  ///   - record: its bytes. In the tenth one it says what it is in, and is not always right: UTF-8 that calls itself MARC-8 is
  ///     told by its characters, which in MARC-8 hardly ever come so.
  ///   - given: the encoding that the user said it is.
  /// - Throws: ``MARCFailure`` where it says UTF-8 and is none.
  init(of record: UnsafeBufferPointer<UInt8>, _ given: TextEncoding?) throws(MARCFailure) {
    let saysUTF8 = record[9] == UInt8(ascii: "a")
    let illFormed = record.baseAddress.flatMap { UTF8Bytes.firstIllFormed($0, count: record.count) }
    switch given {
    case .windows1252: self = .windows1252
    case .utf16LittleEndian, .utf16BigEndian: throw MARCFailure("ISO 2709 is never in UTF-16")
    case .utf8, nil:
      let hasEscapes = record.contains(MARC8.escape)
      let isASCII = record.allSatisfy { $0 < 0x80 }
      if illFormed == nil, saysUTF8 || !hasEscapes || !isASCII {
        self = .utf8
      } else if saysUTF8 || given == .utf8 {
        throw MARCFailure(
          "byte \((illFormed ?? 0) &+ 1) is no UTF-8, in which it says it is; if it is another encoding, name that")
      } else {
        self = .marc8
      }
    }
  }

  /// - Throws: ``MARCFailure`` for bytes that stand for no character.
  func text(of bytes: UnsafeBufferPointer<UInt8>) throws(MARCFailure) -> String {
    switch self {
    case .utf8: String(decoding: bytes, as: UTF8.self)
    case .windows1252: Windows1252.string(bytes)
    case .marc8: try MARC8.text(of: bytes)
    }
  }
}
