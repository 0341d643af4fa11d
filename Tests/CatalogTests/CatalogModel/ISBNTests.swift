import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

/// ISBNs of real books: the thirteen digits, and the ten-digit form of the same book.
private let pairs: [(thirteen: String, ten: String)] = [
  ("9780441013593", "0441013597"),  // Dune
  ("9780306406157", "0306406152"),
  ("9780804429573", "080442957X"),  // the check digit ten
  ("9783161484100", "316148410X"),
  ("9780261103252", "0261103253"),
]

@Suite struct ISBNTests {
  @Test(arguments: pairs) func `the ten- and thirteen-digit forms of a book are the same number`(
    pair: (thirteen: String, ten: String)
  ) throws {
    let thirteen = try ISBN(pair.thirteen)
    let ten = try ISBN(pair.ten)
    expectEqual(thirteen, ten)
    expectEqual(thirteen.hashValue, ten.hashValue)
    expectEqual(ten.digits, pair.thirteen)
    expectEqual(ten.number, Int64(pair.thirteen))
    expectEqual(thirteen.tenDigits, pair.ten)
  }

  @Test func `a number of the 979 range has no ten-digit form`() throws {
    let isbn = try ISBN("979-10-90636-07-1")
    expectEqual(isbn.digits, "9791090636071")
    #expect(isbn.tenDigits == nil)
  }

  @Test(arguments: [
    ("0-441-01359-7", "0-441-01359-7"),
    ("  978 0 441 01359 3 ", "978 0 441 01359 3"),
    ("978–0–441–01359–3", "978–0–441–01359–3"),
    ("978\u{2212}0\u{2212}441\u{2212}01359\u{2212}3", "978\u{2212}0\u{2212}441\u{2212}01359\u{2212}3"),
    ("978\u{A0}0441\u{202F}013593", "978\u{A0}0441\u{202F}013593"),
    ("\u{200E}9780441013593", "9780441013593"),
    ("ISBN\u{200B}: 978044\u{AD}1013593\u{2060}", "9780441013593"),
    ("ISBN 0441013597", "0441013597"),
    ("isbn:0441013597", "0441013597"),
    ("ISBN-10: 0-441-01359-7", "0-441-01359-7"),
    ("ISBN-13 978-0-441-01359-3", "978-0-441-01359-3"),
    ("080442957x", "080442957x"),
  ])
  func `hyphens, dashes, spaces, labels and invisible characters are accepted, and the number is shown as given`(
    text: String, shown: String
  ) throws {
    let isbn = try ISBN(text)
    expectEqual(isbn.asGiven, shown)
    expectEqual(isbn.description, shown)
    #expect(["9780441013593", "9780804429573"].contains(isbn.digits))
  }

  @Test func `a label with a hyphen does not swallow digits of the number`() throws {
    // 10 and 13 begin numbers as well: Sams Publishing and others had 1-09…, 1-3….
    try expectEqual(ISBN("ISBN-1000000001").digits, "9781000000009")
    try expectEqual(ISBN("ISBN-0441013597").asGiven, "0441013597")
  }

  @Test(arguments: [
    ("0441013598", "its check digit should be 7"),
    ("0804429579", "its check digit should be X"),
    ("9780441013594", "its check digit should be 3"),
    ("1230441013597", "begins with 978 or 979"),
    ("978044101359X", "begins with 978 or 979"),
    ("", "10 or 13 digits"),
    ("044101359", "10 or 13 digits"),
    ("97804410135931", "10 or 13 digits"),
    ("04410X3597", "10 or 13 digits"),
    ("0441013597 (pbk.)", "10 or 13 digits"),
    ("Dune", "10 or 13 digits"),
    ("٠٤٤١٠١٣٥٩٧", "10 or 13 digits"),
  ])
  func `an invalid ISBN is refused with the reason`(text: String, reason: String) {
    let error = #expect(throws: InvalidValue.self) { try ISBN(text) }
    expectEqual(error?.reason.contains(reason), true, "\(error?.description ?? "")")
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `one wrong digit is always detected`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let right = random.isbn().digits
      let index = Int.random(in: 3..<13, using: &random)
      var digits = Array(right)
      let wrong = Character(String((digits[index].wholeNumberValue! + Int.random(in: 1...9, using: &random)) % 10))
      digits[index] = wrong
      #expect(throws: InvalidValue.self, "seed \(seed): \(right) → \(String(digits))") { try ISBN(String(digits)) }
    }
  }
}
