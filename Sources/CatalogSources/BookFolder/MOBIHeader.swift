import CatalogModel

/// The first record of a MOBI file: 16 bytes of PalmDOC, the MOBI header, and the EXTH fields. Offsets and lengths are
/// checked against the size of the record.
struct MOBIHeader {
  private let record: HeaderBytes
  private let fields: MOBIFields
  /// The offset of the end of the header. Numbers after it are not part of the header.
  private let end: Int

  private static let start = 16
  /// The number that means “unknown”.
  private static let none = 0xFFFF_FFFF

  /// Parses a record. Returns `nil` if it contains no MOBI header.
  init?(_ record: [UInt8]) {
    self.record = HeaderBytes(bytes: record)
    guard self.record.isText("MOBI", at: Self.start), let length = self.record.big(4, at: 20) else { return nil }
    end = min(record.count, Self.start + length)
    fields = MOBIFields(in: record, at: Self.start + length)
  }

  private func number(_ count: Int = 4, at offset: Int) -> Int? {
    guard offset + count <= end, let number = record.big(count, at: offset), number != Self.none else { return nil }
    return number
  }

  /// The metadata of the book.
  var book: EBook {
    var book = EBook()
    // Amazon's services damage the title in the header, so prefer the updated title.
    book.title = fields.text(.updatedTitle) ?? fullName ?? ""
    book.authors = fields.texts(.author).flatMap(PersonName.all)
    book.publisher = fields.text(.publisher)
    book.description = fields.text(.description)
    // A single field may contain several subjects, separated by semicolons.
    book.tags = fields.texts(.subject).flatMap { $0.split(separator: ";").map { String($0).trimmed() } }
    book.published = book.date(among: fields.texts(.published), of: .published)
    book.language = EBook.language(fields.text(.language)) ?? number(at: 92).flatMap(WindowsLanguage.code)
    for isbn in fields.texts(.isbn) { book.addIdentifier(isbn, scheme: "isbn") }
    for asin in fields.texts(.asin) + fields.texts(.otherASIN) { book.addIdentifier(asin, scheme: "asin") }
    // A source that begins with `calibre:` contains calibre's id for the book. Other sources describe the original,
    // such as the ISBN of a printed book, and are ignored.
    for source in fields.texts(.source) where source.hasPrefix("calibre:") {
      book.addIdentifier(String(source.dropFirst("calibre:".count)), scheme: "uuid")
    }
    // Skip the program that created the file.
    for name in fields.texts(.contributor) where !name.hasPrefix("calibre (") {
      book.contributors.append(Contributor(name))
    }
    return book
  }

  /// The title, which is stored after all fields.
  private var fullName: String? {
    guard let offset = number(at: 84), let length = number(at: 88), length > 0, offset < record.bytes.count else {
      return nil
    }
    return MOBIFields.text(record.bytes.dropFirst(offset).prefix(length))
  }

  /// The numbers of the records that may contain the cover image, best first.
  var coverRecords: [Int] {
    guard let first = number(at: 108) else { return [] }
    let address = fields.text(.coverAddress).flatMap(Self.imageIndex)
    let indices = [fields.number(.coverIndex), address, fields.number(.thumbnailIndex)]
    return indices.compactMap { index in
      guard let index, index != Self.none else { return nil }
      return first + index
    }
  }

  /// Returns the index of an image from its address, such as `kindle:embed:000A?mime=image/jpg`. The number is in base
  /// 32 and starts at 1.
  private static func imageIndex(_ address: String) -> Int? {
    let prefix = "kindle:embed:"
    guard address.hasPrefix(prefix) else { return nil }
    let digits = address.dropFirst(prefix.count).prefix { $0 != "?" }
    guard digits.utf8.count <= 6, let number = Int(digits, radix: 32), number > 0 else { return nil }
    return number - 1
  }
}
