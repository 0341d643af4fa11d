import TestExpectations
import Testing

@Suite struct ExpectEqualTests {
  @Test("different values are reported with both values and the comment", arguments: [nil, "seed 7"] as [String?])
  func reports(comment: String?) {
    let expected = (comment.map { "\($0): " } ?? "") + #"found ["Emma"], expected ["Dune"]"#
    withKnownIssue {
      expectEqual(["Emma"], ["Dune"], comment.map { "\($0)" })
    } matching: { issue in
      issue.comments.map(\.rawValue) == [expected]
    }
  }

  @Test("equal values are not reported") func equal() { expectEqual("Emma", "Emma") }
}
