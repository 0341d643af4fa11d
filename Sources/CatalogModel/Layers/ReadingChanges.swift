extension [FieldChange] {
  /// The changes of a book, and what follows from them for its readings: who marks a read book as one they are reading begins
  /// it once more, and the reading that ended is an earlier one. What the changes themselves say of readings stands.
  package func withReadings(of book: Book) -> [FieldChange] {
    let begins = contains { change in
      if case .set(.readState, .readState(.reading)?) = change { true } else { false }
    }
    guard begins, book.readState == .read, !contains(where: { $0.field == .earlierReadings }) else { return self }
    var readings = book.earlierReadings
    let ended = Reading(started: book.started, finished: book.finished, outcome: .read)
    // Of those without a day it is known how many they are.
    if let index = readings.firstIndex(where: { $0.isUndated && ended.isUndated && $0.outcome == .read }) {
      readings[index] = Reading(outcome: .read, times: Swift.min(readings[index].times, 9_999) + 1)
    } else {
      readings.append(ended)
    }
    var changes = self
    changes.append(.set(.earlierReadings, .records(readings.map(\.record))))
    for field in [BookField.started, .finished] where book[field] != nil && !contains(where: { $0.field == field }) {
      changes.append(.set(field, nil))
    }
    return changes
  }
}

extension Reading {
  fileprivate var isUndated: Bool { started == nil && finished == nil }
}
