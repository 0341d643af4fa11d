import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct MARCFormTests {
  @Test(arguments: [
    ("[Ace Books],", "Ace Books"), ("[Ace] Books", "[Ace] Books"), ("Ace Books :", "Ace Books"), ("[s.n.]", nil),
    ("[publisher not identified]", nil), ("", nil),
  ])
  func `a publisher in brackets has its name, and an unknown one has none`(text: String, name: String?) {
    expectEqual(MARCForm.publisher(text), name)
  }

  /// Most examples are from the Library of Congress.
  @Test(arguments: [
    ("n78-890351", "n78890351"), ("n78-89035", "n78089035"), ("n 78890351 ", "n78890351"), (" 85000002 ", "85000002"),
    ("85-2 ", "85000002"), ("2001-000002", "2001000002"), ("75-425165//r75", "75425165"),
    (" 79139101 /AC/r932", "79139101"),
    ("85-1234567", "85-1234567"), ("85-", "85-"), ("1-2-3", "1-2-3"),
  ])
  func `a control number has its serial number in six digits`(text: String, number: String) {
    expectEqual(MARCNumbers.controlNumber(text), number)
  }
}
