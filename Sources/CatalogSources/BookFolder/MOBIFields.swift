import CatalogModel

/// The fields of EXTH: for each a number that says which it is, its length and its bytes. A field may be there several times.
struct MOBIFields {
  /// The fields that are read, by their numbers.
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
    /// Of a book in KF8, the address of the cover's image.
    case coverAddress = 129
    /// Among the images.
    case coverPlace = 201
    case thumbnailPlace = 202
    case updatedTitle = 503
    case otherASIN = 504
    case language = 524
  }

  /// How many fields are read. Real books have some fifty.
  private static let limit = 2_000
  private static let headBytes = 8

  private var fields: [(kind: Kind, bytes: ArraySlice<UInt8>)] = []

  /// Those of a record. One that goes on behind the record's end is the last, and cut off there.
  init(in record: [UInt8], at place: Int) {
    let header = HeaderBytes(bytes: record)
    guard header.isText("EXTH", at: place), let count = header.big(4, at: place + 8) else { return }
    var place = place + 12
    for _ in 0..<min(count, Self.limit) {
      guard let number = header.big(4, at: place), let length = header.big(4, at: place + 4), length >= Self.headBytes
      else { return }
      let end = min(place + length, record.count)
      if let kind = Kind(rawValue: number), place + Self.headBytes < end {
        fields.append((kind, record[(place + Self.headBytes)..<end]))
      }
      place = end
    }
  }

  /// All that is said in a field, in plain text.
  func texts(_ kind: Kind) -> [String] {
    fields.lazy.filter { $0.kind == kind }.compactMap { Self.text($0.bytes) }
  }

  func text(_ kind: Kind) -> String? { texts(kind).first }

  func number(_ kind: Kind) -> Int? {
    fields.first { $0.kind == kind && $0.bytes.count == 4 }.map { $0.bytes.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Plain text of bytes: as UTF-8 where they are, whatever the header says of its encoding, which many files say wrongly; else
  /// as Windows-1252. `nil` where it says nothing.
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let bytes = bytes.filter { $0 != 0 }
    let text = String(validating: bytes, as: UTF8.self) ?? bytes.withUnsafeBufferPointer(Windows1252.string)
    let plain = MarkupText.plain(text).trimmed()
    return plain.isEmpty ? nil : plain
  }
}
