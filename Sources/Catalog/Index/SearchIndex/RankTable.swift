import Bitmaps
import CatalogDatabase

/// The ranks of books (``SearchRank``), stored by book id. Searches with few results read the ranks from this table.
/// Each row contains 1,024 ranks, as two-byte little-endian numbers.
struct RankTable {
  let connection: Connection

  private static let blockBits: Int64 = 10
  private static let blockSize = 1 << Int(blockBits)
  /// The value stored for ids without a shown book.
  private static let none: UInt16 = .max

  /// Returns the number of rows needed for the given number of ids.
  static func rows(ofIDs count: Int64) -> Int64 { count >> blockBits + 1 }

  /// Calls the body with each book's id and rank, ordered by id.
  ///
  /// - Throws: ``CatalogError/Code/damaged`` if a rank is missing.
  func forEachRank(of books: NumberSet, _ body: (Int64, Int64) throws -> Void) throws {
    var block = Int64.min
    var ranks: [UInt16] = []
    let statement = try connection.statement("SELECT ranks FROM book_rank WHERE block = ?")
    try books.forEachNumber { id in
      if id >> Self.blockBits != block {
        block = id >> Self.blockBits
        ranks = try statement.first([.integer(block)]) { try storedRanks($0, 0) } ?? []
      }
      let index = Int(id) & (Self.blockSize - 1)
      guard index < ranks.count, Int64(ranks[index]) < SearchRank.rankCount else {
        throw PostingTable(connection: connection).damage("book \(id) has no rank")
      }
      try body(id, Int64(ranks[index]))
      return true
    }
  }

  private func storedRanks(_ row: Statement, _ column: Int32) throws -> [UInt16] {
    try row.withBlob(column) { bytes in
      guard bytes.count == 2 * Self.blockSize else {
        throw PostingTable(connection: connection).damage("ranks of \(bytes.count) bytes")
      }
      return (0..<Self.blockSize).map {
        UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self))
      }
    }
  }

  /// Writes the ranks of some books.
  ///
  /// - Parameter ranks: The ranks, at most one for each book; `nil` for a book that is now hidden.
  func write(_ ranks: [(book: Int64, rank: Int64?)]) throws {
    var rest = ranks.sorted { $0.book < $1.book }[...]
    while let first = rest.first {
      let block = first.book >> Self.blockBits
      let end = rest.firstIndex { $0.book >> Self.blockBits != block } ?? rest.endIndex
      let known = try connection.statement("SELECT ranks FROM book_rank WHERE block = ?")
        .first([.integer(block)]) { try? storedRanks($0, 0) }
      var values = (known ?? nil) ?? [UInt16](repeating: Self.none, count: Self.blockSize)
      for (book, rank) in rest[..<end] {
        values[Int(book) & (Self.blockSize - 1)] = rank.map { UInt16($0) } ?? Self.none
      }
      rest = rest[end...]
      let bytes = values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      if known == nil {
        try connection.run("INSERT INTO book_rank (block, ranks) VALUES (?, ?)", [.integer(block), .blob(bytes)])
      } else {
        try connection.run("UPDATE book_rank SET ranks = ?2 WHERE block = ?1", [.integer(block), .blob(bytes)])
      }
    }
  }

  func deleteAll() throws { try connection.run("DELETE FROM book_rank") }

  /// Calls the body with each stored rank and its book's id.
  ///
  /// - Returns: True if all rows are valid.
  func forEachStored(_ body: (Int64, Int64) -> Void) throws -> Bool {
    var isWhole = true
    try connection.statement("SELECT block, ranks FROM book_rank").forEachRow { row in
      guard let ranks = try? storedRanks(row, 1) else {
        isWhole = false
        return
      }
      let block = row.integer(0)
      guard (0...BookTable.ids.upperBound >> Self.blockBits).contains(block) else {
        isWhole = false
        return
      }
      for (index, rank) in ranks.enumerated() where rank != Self.none {
        body(block << Self.blockBits | Int64(index), Int64(rank))
      }
    }
    return isWhole
  }
}
