/// Makes MOBI files, including ones that no program writes. A file is a Palm database: a record with the header and its
/// fields, followed by records of images.
public struct MOBIMaker {
  /// The title in the header.
  public var title = ""
  /// The number of the language, as Windows defines it.
  public var language: UInt32 = 9
  /// The number of the encoding in the header.
  public var encoding: UInt32 = 65_001
  /// The EXTH fields, in order.
  public var fields: [(number: UInt32, bytes: [UInt8])] = []
  /// The images, each a record.
  public var images: [[UInt8]] = []
  /// The number of bytes by which each field is longer than it states.
  public var lie = 0

  public init(_ title: String = "") { self.title = title }

  public mutating func add(_ number: UInt32, _ text: String) { fields.append((number, Array(text.utf8))) }

  public mutating func add(_ number: UInt32, number value: UInt32) { fields.append((number, Self.big(value))) }

  private static func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

  /// The first record. The first image has the number 2, because the text would be in between.
  public var record: [UInt8] {
    let header = 232
    var exth: [UInt8] = []
    for (number, bytes) in fields {
      exth += Self.big(number) + Self.big(UInt32(truncatingIfNeeded: bytes.count + 8 + lie)) + bytes
    }
    exth = Array("EXTH".utf8) + Self.big(UInt32(exth.count + 12)) + Self.big(UInt32(fields.count)) + exth
    exth += [UInt8](repeating: 0, count: (4 - exth.count % 4) % 4)
    var record = [UInt8](repeating: 0, count: 16 + header)
    func put(_ bytes: [UInt8], at offset: Int) { record.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    put(Array("MOBI".utf8), at: 16)
    put(Self.big(UInt32(header)), at: 20)
    put(Self.big(encoding), at: 28)
    put(Self.big(UInt32(record.count + exth.count)), at: 84)
    put(Self.big(UInt32(title.utf8.count)), at: 88)
    put(Self.big(language), at: 92)
    put(Self.big(2), at: 108)
    put(Self.big(0x50), at: 128)
    return record + exth + Array(title.utf8) + [0, 0]
  }

  public var bytes: [UInt8] { Self.database([record, Array("text".utf8)] + images) }

  /// Returns a Palm database of records.
  public static func database(_ records: [[UInt8]], kind: String = "BOOKMOBI") -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 60) + Array(kind.utf8) + [UInt8](repeating: 0, count: 8)
    bytes += big(UInt32(records.count)).suffix(2)
    var offset = bytes.count + 8 * records.count + 2
    for record in records {
      bytes += big(UInt32(offset)) + [0, 0, 0, 0]
      offset += record.count
    }
    return bytes + [0, 0] + records.joined()
  }
}
