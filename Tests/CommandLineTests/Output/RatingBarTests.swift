import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("Rating bars")
struct RatingBarTests {
  @Test("a bar is red below 0.3, yellow below 0.7, and green above")
  func colours() {
    let styles: [Style] = [0, 0.299, 0.3, 0.699, 0.7, 1].map { RatingBar.style(of: $0) }
    expectEqual(styles, [.red, .red, .yellow, .yellow, .green, .green])
  }
}
