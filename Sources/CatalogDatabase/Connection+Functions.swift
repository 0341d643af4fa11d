import CSQLite

extension Connection {
  /// A function that receives the UTF-8 bytes of a text. The bytes are valid only during the call.
  package typealias TextFunctionBody = (UnsafeBufferPointer<UInt8>) -> Int64

  /// An object that holds a function, so that SQLite can keep a pointer to it.
  private final class TextFunction {
    let body: TextFunctionBody

    init(_ body: @escaping TextFunctionBody) { self.body = body }
  }

  /// Defines an SQL function for this connection, unless it is already defined. The function takes a text and returns
  /// an integer. It must be deterministic. The schema must not use it: other programs do not define the function, and
  /// could then not open the file.
  package func define(_ name: String, _ body: @escaping TextFunctionBody) throws {
    guard definedFunctions.insert(name).inserted else { return }
    let result = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(TextFunction(body)).toOpaque(),
      { context, _, values in
        guard let values, let kept = sqlite3_user_data(context) else { return sqlite3_result_null(context) }
        let function = Unmanaged<TextFunction>.fromOpaque(kept).takeUnretainedValue()
        sqlite3_result_int64(context, function.body(Connection.text(values[0])))
      }, nil, nil,
      // SQLite calls the destructor even if the function could not be defined.
      { kept in kept.map { Unmanaged<TextFunction>.fromOpaque($0).release() } })
    guard result == SQLITE_OK else {
      definedFunctions.remove(name)
      throw failure(result, in: name)
    }
  }

  /// Defines an SQL function without parameters that returns NULL. Triggers may call it.
  package func defineMarker(_ name: String) throws {
    let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC
    let result = sqlite3_create_function_v2(
      handle, name, 0, flags, nil, { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result, in: name) }
  }

  /// Returns the bytes of a value. NULL is read as an empty text.
  private static func text(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
  }
}
