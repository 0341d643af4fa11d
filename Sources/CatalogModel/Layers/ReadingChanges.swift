extension [FieldChange] {
  /// The changes of a book, and what follows from them for its readings: who marks a read book as one they are reading begins
  /// it once more, and the reading that ended is an earlier one. What the changes themselves say of readings stands.
  package func withReadings(of book: Book) -> [FieldChange] {
    let begins = contains { change in
      if case .set(.readState, .readState(.reading)?) = change { true } else { false }
    }
    guard begins, book.readState == .read, !contains(where: { $0.field == .earlierReadings }) else { return self }
    let readings = book.earlierReadings.adding(Reading(started: book.started, finished: book.finished, outcome: .read))
    var changes = self
    changes.append(.set(.earlierReadings, .records(readings.map(\.record))))
    for field in [BookField.started, .finished] where book[field] != nil && !contains(where: { $0.field == field }) {
      changes.append(.set(field, nil))
    }
    return changes
  }
}

extension [Reading] {
  /// These and one more that has ended. Of those without a day it is known how many they are.
  func adding(_ ended: Reading) -> [Reading] {
    var readings = self
    if ended.isUndated, let index = firstIndex(where: { $0.isUndated && $0.outcome == ended.outcome }) {
      readings[index].times = Swift.min(readings[index].times, 9_999) + 1
    } else {
      readings.append(ended)
    }
    return readings
  }
}

extension Reading {
  fileprivate var isUndated: Bool { started == nil && finished == nil }
}
