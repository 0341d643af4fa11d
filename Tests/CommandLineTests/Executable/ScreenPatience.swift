/// A limit for waiting on a screen, reached after thousands of unchanged polls.
///
/// Polls are counted instead of seconds: on a busy machine the polling test slows down as much as the program.
struct ScreenPatience {
  /// The number of polls, which take some minutes on an idle machine.
  private static let looks = 6_000

  private var last: String?
  private var unchanged = 0

  /// Records one more poll of the screen.
  ///
  /// - Returns: True if the screen has been unchanged for so long that nothing more is expected.
  mutating func isOver(at screen: String) -> Bool {
    unchanged = screen == last ? unchanged + 1 : 0
    last = screen
    return unchanged >= Self.looks
  }
}
