import CatalogModel

/// The EXTH fields of a MOBI file. Each field consists of its type number, its length and its bytes. A field may occur
/// several times.
struct MOBIFields {
  /// The supported field types. The raw values are the type numbers.
  enum Kind: Int {
    case author = 100
    case publisher = 101
    case description = 103
    case isbn = 104
    case subject = 105
    case published = 106
    case contributor = 108
    case source = 112
    case asin = 113
    /// In KF8, the address of the cover image.
    case coverAddress = 129
    /// The index of the cover among the images.
    case coverIndex = 201
    case thumbnailIndex = 202
    case updatedTitle = 503
    case otherASIN = 504
    case language = 524
  }

  /// The maximum number of fields to read. Real books have about 50.
  private static let limit = 2_000
  private static let headBytes = 8

  private var fields: [(kind: Kind, bytes: ArraySlice<UInt8>)] = []

  /// Reads the fields of a record. A field that extends beyond the end of the record is cut off, and no further fields
  /// are read.
  init(in record: [UInt8], at offset: Int) {
    let header = HeaderBytes(bytes: record)
    guard header.isText("EXTH", at: offset), let count = header.big(4, at: offset + 8) else { return }
    var offset = offset + 12
    for _ in 0..<min(count, Self.limit) {
      guard let number = header.big(4, at: offset), let length = header.big(4, at: offset + 4), length >= Self.headBytes
      else { return }
      let end = min(offset + length, record.count)
      if let kind = Kind(rawValue: number), offset + Self.headBytes < end {
        fields.append((kind, record[(offset + Self.headBytes)..<end]))
      }
      offset = end
    }
  }

  /// Returns all values of a field, as plain text.
  func texts(_ kind: Kind) -> [String] {
    fields.lazy.filter { $0.kind == kind }.compactMap { Self.text($0.bytes) }
  }

  func text(_ kind: Kind) -> String? { texts(kind).first }

  func number(_ kind: Kind) -> Int? {
    fields.first { $0.kind == kind && $0.bytes.count == 4 }.map { $0.bytes.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Converts bytes to plain text. Valid UTF-8 is decoded as UTF-8, because many files state a wrong encoding in the
  /// header. Other bytes are decoded as Windows-1252. Returns `nil` if the text is empty.
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let bytes = bytes.filter { $0 != 0 }
    let text = String(validating: bytes, as: UTF8.self) ?? bytes.withUnsafeBufferPointer(Windows1252.string)
    let plain = MarkupText.plain(text).trimmed()
    return plain.isEmpty ? nil : plain
  }
}
