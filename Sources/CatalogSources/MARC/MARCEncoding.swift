import CatalogModel

/// The text encoding of one record.
enum MARCEncoding {
  case utf8, marc8, windows1252

  /// Detects the encoding of a record.
  ///
  /// - Parameters:
  ///   - record: The bytes of the record. The tenth byte states the encoding, but is not always right. UTF-8 that is
  ///     labelled as MARC-8 is recognised by its byte sequences, which hardly ever occur in MARC-8.
  ///   - given: The encoding that the user specified.
  /// - Throws: ``MARCFailure`` if the record is declared as UTF-8 but is not valid UTF-8, or if the user specified
  ///   UTF-16.
  init(of record: UnsafeBufferPointer<UInt8>, _ given: TextEncoding?) throws(MARCFailure) {
    let declaresUTF8 = record[9] == UInt8(ascii: "a")
    let illFormed = record.baseAddress.flatMap { UTF8Bytes.firstIllFormed($0, count: record.count) }
    switch given {
    case .windows1252: self = .windows1252
    case .utf16LittleEndian, .utf16BigEndian: throw MARCFailure("ISO 2709 cannot be in UTF-16")
    case .utf8, nil:
      let hasEscapes = record.contains(MARC8.escape)
      let isASCII = record.allSatisfy { $0 < 0x80 }
      if illFormed == nil, declaresUTF8 || !hasEscapes || !isASCII {
        self = .utf8
      } else if declaresUTF8 || given == .utf8 {
        throw MARCFailure(
          "byte \((illFormed ?? 0) &+ 1) is not valid UTF-8, although the record declares UTF-8; specify its encoding")
      } else {
        self = .marc8
      }
    }
  }

  /// Decodes text.
  ///
  /// - Throws: ``MARCFailure`` for bytes that encode no character.
  func text(of bytes: UnsafeBufferPointer<UInt8>) throws(MARCFailure) -> String {
    switch self {
    case .utf8: String(decoding: bytes, as: UTF8.self)
    case .windows1252: Windows1252.string(bytes)
    case .marc8: try MARC8.text(of: bytes)
    }
  }
}
