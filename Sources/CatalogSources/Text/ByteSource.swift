/// Something bytes can be read from, in order and once.
protocol ByteSource: AnyObject {
  /// What is read, for messages.
  var path: String { get }
  /// Puts the next bytes at the start of `destination` and returns how many: at least one, or zero at the end of
  /// the input. `destination` must not be empty.
  func read(into destination: UnsafeMutableRawBufferPointer) throws(InputError) -> Int
}

extension ByteSource {
  var path: String { "the input" }
}
