import CSQLite

extension Connection {
  /// Of the UTF-8 of a text, which is there during the call alone.
  typealias TextFunctionBody = (UnsafeBufferPointer<UInt8>) -> Int64

  /// A function that a statement calls with a text, in the form in which SQLite keeps it.
  private final class TextFunction {
    let body: TextFunctionBody

    init(_ body: @escaping TextFunctionBody) { self.body = body }
  }

  /// Defines a function for this connection's statements, unless it is defined: a text in, a number out, the same
  /// for the same text. No schema may use it, since others could not read the file then.
  func define(_ name: String, _ body: @escaping TextFunctionBody) throws {
    guard definedFunctions.insert(name).inserted else { return }
    let result = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(TextFunction(body)).toOpaque(),
      { context, _, values in
        guard let values, let kept = sqlite3_user_data(context) else { return sqlite3_result_null(context) }
        let function = Unmanaged<TextFunction>.fromOpaque(kept).takeUnretainedValue()
        sqlite3_result_int64(context, function.body(Connection.text(values[0])))
      }, nil, nil,
      // SQLite calls it where the definition fails, too.
      { kept in kept.map { Unmanaged<TextFunction>.fromOpaque($0).release() } })
    guard result == SQLITE_OK else {
      definedFunctions.remove(name)
      throw failure(result, in: name)
    }
  }

  /// NULL reads as nothing.
  private static func text(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
  }
}
