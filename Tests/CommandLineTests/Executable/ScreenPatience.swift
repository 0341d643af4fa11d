/// When a screen is no longer waited for: it has been looked at thousands of times, and always was the same.
///
/// Looks are counted, not seconds: on a machine that has little time for the program it has as little for who looks at it.
struct ScreenPatience {
  /// Some minutes of looks on a machine that has nothing else to do.
  private static let looks = 6_000

  private var last: String?
  private var unchanged = 0

  /// Takes note of one more look at the screen.
  ///
  /// - Returns: whether it has stood still for so long that nothing more is to be expected.
  mutating func isOver(at screen: String) -> Bool {
    unchanged = screen == last ? unchanged + 1 : 0
    last = screen
    return unchanged >= Self.looks
  }
}
