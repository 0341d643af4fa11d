/// The text of a statement, as a key for the statements that a connection keeps.
///
/// Every query looks up its statement, and hashing hundreds of bytes takes longer than running a short query. Texts
/// rarely have the same length, middle and end without being equal, so the hash covers only these.
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
