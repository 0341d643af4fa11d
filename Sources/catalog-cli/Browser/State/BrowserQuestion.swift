import Catalog
import Platform

/// A question to ask before an action. The action is carried out only if the user answers yes.
struct BrowserQuestion: Equatable, Sendable {
  let text: String
  /// The action to carry out if the user answers yes.
  let effect: BrowserEffect
  /// True if Enter also means yes, because the action cannot lose data.
  var enterMeansYes = false
  /// True if the user could not expect the question. In this case, `y` counts only after the question has been visible,
  /// and keys that do not answer the question keep their normal meaning.
  var isUnexpected = false
  /// True once the question is on the screen.
  var isSeen = false

  /// Returns the question to ask before undoing or redoing a step that was not made in this session or affects several
  /// books.
  ///
  /// - Parameter isUnexpected: True if the step was not made in this session.
  static func replay(_ replay: Replay, _ step: HistoryStep, isUnexpected: Bool) -> BrowserQuestion {
    // A long summary is shortened, so that the list of keys stays visible.
    BrowserQuestion(
      text: "\(replay == .undo ? "Undo" : "Redo") \u{201C}\(step.summary.shortened(to: 60))\u{201D}? \(answers)",
      effect: .replay(replay, confirmed: step), isUnexpected: isUnexpected)
  }

  /// The end of a question, which lists the keys for the answers.
  private static let answers = "y: yes, any other key: no"

  /// The maximum number of books that a change may affect without confirmation.
  static let maxUnconfirmedBooks = 100

  /// Returns the question to ask before books are changed.
  ///
  /// - Parameter count: The number of books, which may be a lower bound.
  static func change(
    _ change: BrowserChange, _ target: BrowserTarget, count: ListCount
  ) -> BrowserQuestion {
    let books: String
    if let book = target.book {
      books = "\u{201C}\(book.title.shortened(to: 60))\u{201D}"
    } else {
      books = (count.isExact ? "" : "at least ") + count.known.counted("book")
    }
    if change == .merge, case .selected(let items) = target, let kept = items.first {
      return BrowserQuestion(
        text: "Merge \(books) into \u{201C}\(kept.title.shortened(to: 60))\u{201D}? \(answers)",
        effect: .change(change, target))
    }
    return BrowserQuestion(
      text: "\(change.words(books)) \(answers)", effect: .change(change, target))
  }

  /// The question before adding the sample books to a catalog without sources.
  static let samples = BrowserQuestion(
    text: "No sources yet. Add some sample books? y or Enter: yes, any other key: no",
    effect: .refresh(isConfirmed: true), enterMeansYes: true)
}
