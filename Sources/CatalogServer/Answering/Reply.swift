/// A response ready to be sent.
package struct Reply: Sendable {
  package enum Payload: Sendable {
    /// No body, not even for GET.
    case none
    /// No body, because the request is HEAD. The value is the length that the body would have; `nil` if it is unknown.
    case length(Int?)
    case bytes(ArraySlice<UInt8>)
    case file(FileBody, Range<Int>)
    case stream(BodyStream)
    case events(EventStream)
  }

  package var status: Int
  package var fields: HeaderFields
  package var payload: Payload

  /// The number of bytes to send; `nil` if it is unknown.
  package var length: Int? {
    switch payload {
    case .none, .length: 0
    case .bytes(let bytes): bytes.count
    case .file(_, let range): range.count
    case .stream, .events: nil
    }
  }
}
