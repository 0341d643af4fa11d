/// An answer as it is sent: all is decided.
package struct Reply: Sendable {
  package enum Payload: Sendable {
    /// No body, and none would be sent for GET either.
    case none
    /// No body, since it is HEAD; how long it would be, where that is known.
    case length(Int?)
    case bytes(ArraySlice<UInt8>)
    case file(FileBody, Range<Int>)
    case stream(BodyStream)
    case events(EventStream)
  }

  package var status: Int
  package var fields: HeaderFields
  package var payload: Payload

  /// How many bytes are sent; `nil` where nobody knows.
  package var length: Int? {
    switch payload {
    case .none, .length: 0
    case .bytes(let bytes): bytes.count
    case .file(_, let range): range.count
    case .stream, .events: nil
    }
  }
}
