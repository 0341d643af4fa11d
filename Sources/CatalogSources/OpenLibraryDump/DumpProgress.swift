import CatalogModel

/// The progress of reading a dump, with counts. Another run can continue from ``offset``.
package struct DumpProgress: Sendable, Equatable {
  /// A line that cannot be used.
  package struct Damage: Sendable, Equatable {
    /// The line number, starting at 1.
    package let line: Int
    package let reason: String
  }

  /// The number of decompressed bytes in the complete lines so far.
  var offset = 0
  /// The number of bytes of the file that were read for these lines.
  package internal(set) var packed = 0
  /// The number of lines.
  package internal(set) var lines = 0
  /// The number of lines with records of another type: merged or deleted records.
  package internal(set) var passedOver = 0
  /// The number of lines that cannot be used.
  package internal(set) var damaged = 0
  package internal(set) var firstDamage: Damage?
  /// The latest day on which a record was changed, as a number such as 20230401; 0 if there is none.
  var newest = 0

  package init() {}

  /// The day of the latest change, or `nil` if there is none.
  package var day: PartialDate? {
    newest > 0 ? try? PartialDate(year: newest / 10_000, month: newest / 100 % 100, day: newest % 100) : nil
  }

  mutating func note(_ reason: String) {
    damaged += 1
    if firstDamage == nil { firstDamage = Damage(line: lines, reason: reason) }
  }
}
