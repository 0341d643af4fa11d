import Catalog

/// Something that is only done once the user has said yes.
struct BrowserQuestion: Equatable, Sendable {
  let text: String
  /// What `y` does.
  let effect: BrowserEffect
  /// Whether Enter means yes, too: where nothing is lost by it.
  var enterMeansYes = false
  /// Whether nobody could know that it would be asked: then only who has seen it says yes, and a key that answers nothing does what it
  /// else does.
  var isUnexpected = false
  /// Whether it is on the screen.
  var isSeen = false

  /// Whether to take back a step, or to do it again, that was not made here or is of several books.
  ///
  /// - Parameter isUnexpected: whether it was not made here.
  static func replay(_ replay: Replay, _ step: HistoryStep, isUnexpected: Bool) -> BrowserQuestion {
    // A long summary may leave no room for what follows it.
    BrowserQuestion(
      text: "y \(replay == .undo ? "undoes" : "redoes") \u{201C}\(step.summary)\u{201D}; any other key leaves it",
      effect: .replay(replay, asked: step), isUnexpected: isUnexpected)
  }

  /// How many books are changed at most without a question.
  static let fewBooks = 100

  /// Whether to change several books.
  ///
  /// - Parameter count: how many, as far as it is known.
  static func change(
    _ change: BrowserChange, _ target: BrowserTarget, count: ListCount
  ) -> BrowserQuestion {
    let books: String
    if let book = target.book {
      books = "\u{201C}\(book.title)\u{201D}"
    } else {
      books = (count.isExact ? "" : "at least ") + count.known.counted("book")
    }
    if change == .merge, case .marked(let marks) = target, let kept = marks.first {
      return BrowserQuestion(
        text: "y merges \(books) into \u{201C}\(kept.title)\u{201D}; any other key leaves them",
        effect: .change(change, target))
    }
    return BrowserQuestion(
      text: "y \(change.words) \(books); any other key leaves \(target.book == nil ? "them" : "it")",
      effect: .change(change, target))
  }

  /// Whether a catalog without sources is to have the sample books.
  static let samples = BrowserQuestion(
    text: "There are no sources yet. y or Enter gets sample books to look at; any other key leaves it",
    effect: .refresh(asked: true), enterMeansYes: true)
}
