/// The supported encodings of text files.
package enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// Also covers ISO 8859-1, which differs only in having control characters in place of some characters.
  case windows1252 = "Windows-1252"
}

/// The encoding in which a file is read, with the reason.
package struct EncodingDetection: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The user or the format specifies the encoding.
    case requested
    case byteOrderMark
    /// All examined bytes are valid UTF-8 or plain ASCII.
    case validUTF8
    /// The input contains invalid bytes, but more valid UTF-8 characters than invalid bytes. The encoding of a table is
    /// determined row by row (``RowEncoding``). A JSON line with invalid bytes is rejected.
    case mostlyUTF8
    /// The input contains at least as many invalid bytes as valid UTF-8 characters.
    case notUTF8
  }

  package let encoding: TextEncoding
  package let reason: Reason

  package init(encoding: TextEncoding, reason: Reason) {
    self.encoding = encoding
    self.reason = reason
  }

  /// A message for the user, such as “reading as Windows-1252: …”, or `nil` if the input is plain UTF-8 or its encoding
  /// was requested.
  package var message: String? {
    switch reason {
    case .requested, .validUTF8: nil
    case .byteOrderMark:
      encoding == .utf8 ? nil : "reading as \(encoding.rawValue): the file starts with its byte order mark"
    case .mostlyUTF8: "reading as UTF-8: some bytes are not valid"
    case .notUTF8: "reading as \(encoding.rawValue): the file is not valid UTF-8"
    }
  }
}
