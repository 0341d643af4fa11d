/// The text of a statement, used as a key in a connection's cache of statements.
///
/// Every query looks up a statement, and hashing hundreds of bytes would take longer than running a short query.
/// Therefore, the hash covers only the length and a few bytes in the middle and at the end, which rarely agree for
/// different texts.
struct StatementText: Hashable {
  let sql: String

  func hash(into hasher: inout Hasher) {
    var text = sql
    text.withUTF8 { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      guard raw.count >= 16 else { return hasher.combine(bytes: raw) }
      let middle = raw.loadUnaligned(fromByteOffset: raw.count / 2 - 4, as: UInt64.self)
      let end = raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self)
      hasher.combine((middle &* 31 &+ end) &* 31 &+ UInt64(raw.count))
    }
  }
}
