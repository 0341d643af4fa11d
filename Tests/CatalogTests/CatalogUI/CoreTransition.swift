import Testing

/// A row of the table of a core: an event, and for each activity the next one with its effects.
struct CoreTransition: CustomTestStringConvertible, Sendable {
  let event: String
  let next: [String]
  var testDescription: String { event }
}
