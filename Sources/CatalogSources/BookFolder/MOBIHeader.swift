import CatalogModel

/// The first record of a MOBI file: 16 bytes of PalmDOC, the MOBI header, and the fields of EXTH behind it. Each number in it is
/// believed as far as the record goes.
struct MOBIHeader {
  private let record: HeaderBytes
  private let fields: MOBIFields
  /// Where the header ends: what stands behind that is none of it.
  private let end: Int

  private static let start = 16
  /// Stands where a number is not known.
  private static let none = 0xFFFF_FFFF

  /// - Returns: `nil` where there is no such header.
  init?(_ record: [UInt8]) {
    self.record = HeaderBytes(bytes: record)
    guard self.record.isText("MOBI", at: Self.start), let length = self.record.big(4, at: 20) else { return nil }
    end = min(record.count, Self.start + length)
    fields = MOBIFields(in: record, at: Self.start + length)
  }

  private func number(_ count: Int = 4, at place: Int) -> Int? {
    guard place + count <= end, let number = record.big(count, at: place), number != Self.none else { return nil }
    return number
  }

  /// What it says of its book.
  var book: EBook {
    var book = EBook()
    // Amazon's services damage the title that is in front.
    book.title = fields.text(.updatedTitle) ?? fullName ?? ""
    book.authors = fields.texts(.author).flatMap(PersonName.all)
    book.publisher = fields.text(.publisher)
    book.description = fields.text(.description)
    // Several in one are divided by semicolons.
    book.tags = fields.texts(.subject).flatMap { $0.split(separator: ";").map { String($0).trimmed() } }
    book.published = book.date(among: fields.texts(.published), of: .published)
    book.language = EBook.language(fields.text(.language)) ?? number(at: 92).flatMap(WindowsLanguage.code)
    for isbn in fields.texts(.isbn) { book.addIdentifier(isbn, scheme: "isbn") }
    for asin in fields.texts(.asin) + fields.texts(.otherASIN) { book.addIdentifier(asin, scheme: "asin") }
    // calibre's own name for the book. Another source is what the book was made of, such as the number of a printed one.
    for source in fields.texts(.source) where source.hasPrefix("calibre:") {
      book.addIdentifier(String(source.dropFirst("calibre:".count)), scheme: "uuid")
    }
    // The program that made the file is nobody.
    for name in fields.texts(.contributor) where !name.hasPrefix("calibre (") {
      book.contributors.append(Contributor(name))
    }
    return book
  }

  /// The title, which stands behind all fields.
  private var fullName: String? {
    guard let place = number(at: 84), let length = number(at: 88), length > 0, place < record.bytes.count else {
      return nil
    }
    return MOBIFields.text(record.bytes.dropFirst(place).prefix(length))
  }

  /// The records that may have the image of the cover, the best in front.
  var coverRecords: [Int] {
    guard let first = number(at: 108) else { return [] }
    let address = fields.text(.coverAddress).flatMap(Self.place)
    let places = [fields.number(.coverPlace), address, fields.number(.thumbnailPlace)]
    return places.compactMap { place in
      guard let place, place != Self.none else { return nil }
      return first + place
    }
  }

  /// The place of an image among all, of its address: `kindle:embed:000A?mime=image/jpg`, in digits to the base of 32 from 1 on.
  private static func place(_ address: String) -> Int? {
    let prefix = "kindle:embed:"
    guard address.hasPrefix(prefix) else { return nil }
    let digits = address.dropFirst(prefix.count).prefix { $0 != "?" }
    guard digits.utf8.count <= 6, let number = Int(digits, radix: 32), number > 0 else { return nil }
    return number - 1
  }
}
