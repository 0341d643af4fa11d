/// A text and its encoding, used as input by the readers of rows and lines.
struct TextInput {
  /// The bytes: unchanged for Windows-1252, otherwise as UTF-8 (not necessarily valid).
  let source: any ByteSource
  let detection: EncodingDetection

  var isWindows1252: Bool { detection.encoding == .windows1252 }

  /// Creates an input from a stream.
  ///
  /// - Parameter encoding: The encoding that the user specified, or `nil` to detect it.
  init(_ stream: ByteStream, encoding: TextEncoding? = nil) throws(InputError) {
    if let encoding {
      self.init(source: stream, detection: EncodingDetection(encoding: encoding, reason: .requested))
    } else {
      self.init(source: stream, detection: try .detect(stream))
    }
  }

  /// Creates an input from a source.
  ///
  /// - Parameter source: The bytes in the encoding that `detection` names.
  init(source: any ByteSource, detection: EncodingDetection, chunkSize: Int = ByteStream.chunkSize) {
    self.detection = detection
    switch detection.encoding {
    case .utf8, .windows1252: self.source = source
    case .utf16LittleEndian: self.source = UTF16Source(source, isBigEndian: false, chunkSize: chunkSize)
    case .utf16BigEndian: self.source = UTF16Source(source, isBigEndian: true, chunkSize: chunkSize)
    }
  }
}
