import CatalogModel

/// How far a dump was read, and what was met. From ``offset`` on another run can go on.
package struct DumpProgress: Sendable, Equatable {
  /// A line that cannot be used.
  package struct Damage: Sendable, Equatable {
    /// From 1 on.
    package let line: Int
    package let reason: String
  }

  /// How many bytes of the unpacked dump the whole lines so far have.
  var offset = 0
  /// How many bytes of the file they came from.
  package internal(set) var packed = 0
  /// How many lines.
  package internal(set) var lines = 0
  /// Of these, those that are about other things: records that were merged or deleted.
  package internal(set) var passedOver = 0
  /// Of these, those that cannot be used.
  package internal(set) var damaged = 0
  package internal(set) var firstDamage: Damage?
  /// The newest day on which a record was changed, as a number such as 20230401; 0 where there was none.
  var newest = 0

  package init() {}

  /// The day of the newest change; `nil` where there was none.
  package var day: PartialDate? {
    newest > 0 ? try? PartialDate(year: newest / 10_000, month: newest / 100 % 100, day: newest % 100) : nil
  }

  mutating func note(_ reason: String) {
    damaged += 1
    if firstDamage == nil { firstDamage = Damage(line: lines, reason: reason) }
  }
}
