import Synchronization

/// A value that a hook passes to its test.
final class Holder<Value: Sendable>: Sendable {
  private let held: Mutex<Value>

  init(_ value: Value) { held = Mutex(value) }

  var value: Value {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
