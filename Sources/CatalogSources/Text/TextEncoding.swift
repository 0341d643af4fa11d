/// The encodings a text file may have.
package enum TextEncoding: String, CaseIterable, Sendable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// Also what old programs call ISO 8859-1: it differs only where that has control characters.
  case windows1252 = "Windows-1252"
}

/// Which encoding a file is read in, and why.
package struct EncodingDetection: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// The user or the format said so.
    case requested
    case byteOrderMark
    /// All that was looked at is valid UTF-8, or plain ASCII.
    case validUTF8
    /// There are invalid bytes, but more valid UTF-8 characters than these. Rows of tables are told one by one
    /// (``RowEncoding``); lines of JSON with such bytes have a problem.
    case mostlyUTF8
    /// There are at least as many bytes that are not UTF-8 as characters that are.
    case notUTF8
  }

  package let encoding: TextEncoding
  package let reason: Reason

  package init(encoding: TextEncoding, reason: Reason) {
    self.encoding = encoding
    self.reason = reason
  }

  /// What to tell the user, such as “reading as Windows-1252: …”, or nil when the input is plain UTF-8 or its encoding
  /// was requested.
  package var message: String? {
    switch reason {
    case .requested, .validUTF8: nil
    case .byteOrderMark: encoding == .utf8 ? nil : "reading as \(encoding.rawValue): the file starts with its mark"
    case .mostlyUTF8: "reading as UTF-8: some bytes are not valid"
    case .notUTF8: "reading as \(encoding.rawValue): the file is not valid UTF-8"
    }
  }
}
