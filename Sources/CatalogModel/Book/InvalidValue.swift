import FoundationEssentials

/// An error for a value that a field cannot hold. Nothing was stored or changed.
///
/// ```swift
/// do {
///   try await catalog.edit(book.id) { $0.isbn = try ISBN(text) }
/// } catch let error as InvalidValue {
///   message.text = error.description
/// }
/// ```
public struct InvalidValue: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the field, or another name for the value, such as `ISBN`.
  public let subject: String
  /// The value as it was given, shortened to 80 characters.
  public let value: String
  /// The reason why the value is invalid, as the second half of a message: “its check digit should be 7”.
  public let reason: String

  /// Creates an error. Each parameter sets the property of the same name. An empty value is left out of the message.
  public init(_ subject: String, _ value: String, _ reason: String) {
    self.subject = subject
    self.value = value.shortened(to: 80)
    self.reason = reason
  }

  /// A one-line description for people: the subject, the value, and why it is invalid.
  public var description: String {
    let subject = BookField(rawValue: subject)?.words ?? subject
    return value.isEmpty ? "\(subject): \(reason)" : "\(subject) “\(value)”: \(reason)"
  }
}

extension [InvalidValue] {
  /// The descriptions of all errors in one line; `nil` if there are none.
  package var words: String? { isEmpty ? nil : map(\.description).joined(separator: "; ") }
}

extension InvalidValue: LocalizedError {
  /// The description of the error; see ``description``.
  public var errorDescription: String? { description }
}
