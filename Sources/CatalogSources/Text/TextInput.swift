/// A text and its encoding: what the readers of rows and lines start from.
struct TextInput {
  /// The bytes: Windows-1252 as it stands, all else as UTF-8 (not necessarily valid).
  let source: any ByteSource
  let detection: EncodingDetection

  var isWindows1252: Bool { detection.encoding == .windows1252 }

  /// - Parameter encoding: what the user said it is; nil finds it out.
  init(_ stream: ByteStream, encoding: TextEncoding? = nil) throws(InputError) {
    if let encoding {
      self.init(source: stream, detection: EncodingDetection(encoding: encoding, reason: .requested))
    } else {
      self.init(source: stream, detection: try .detect(stream))
    }
  }

  /// - Parameter source: the bytes in the encoding that `detection` names.
  init(source: any ByteSource, detection: EncodingDetection, chunkSize: Int = ByteStream.chunkSize) {
    self.detection = detection
    switch detection.encoding {
    case .utf8, .windows1252: self.source = source
    case .utf16LittleEndian: self.source = UTF16Source(source, isBigEndian: false, chunkSize: chunkSize)
    case .utf16BigEndian: self.source = UTF16Source(source, isBigEndian: true, chunkSize: chunkSize)
    }
  }
}
