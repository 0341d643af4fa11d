import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of decoding MARC-8, based on the code tables of the Library of Congress
/// (https://www.loc.gov/marc/specifications/specchartables.html).
@Suite struct MARC8Tests {
  private func text(_ bytes: [UInt8]) throws -> String {
    try bytes.withUnsafeBufferPointer { try MARC8.text(of: $0) }
  }

  /// Decodes a text in which `^` is written for the escape character.
  private func text(_ ascii: String) throws -> String {
    try text(ascii.utf8.map { $0 == UInt8(ascii: "^") ? 0x1B : $0 })
  }

  @Test func marksStandInFrontOfTheirLetters() throws {
    try expectEqual(
      text(Array("Dvo".utf8) + [0xE9] + Array("r".utf8) + [0xE2] + Array("ak".utf8)), "Dvor\u{30C}a\u{301}k")
    // Two marks on one letter, in their stored order.
    try expectEqual(text([0xE3, 0xF2, 0x61]), "a\u{302}\u{323}")
    // A mark without a letter is kept.
    try expectEqual(text([0x61, 0xE2]), "a\u{301}")
    // The two halves of a ligature.
    try expectEqual(text([0xEB, 0x69, 0xEC, 0x75]), "i\u{FE20}u\u{FE21}")
  }

  @Test func lettersBeyondASCIIAreThoseOfExtendedLatin() throws {
    try expectEqual(text([0xA1, 0xA2, 0xB5, 0xC7, 0xC8, 0xA9]), "\u{141}\u{D8}\u{E6}\u{DF}\u{20AC}\u{266D}")
  }

  @Test(arguments: [
    ("^(NpRESTUPLENIE^(B i nakazanie", "Преступление i nakazanie"), ("^,NwOJNA", "Война"),
    ("^(Savgh^(B", "ασϛϝ"), ("^(S\"a^(B", "α\u{301}"), ("^(2aeyl^(B", "בושל"), ("^(2ayGl^(B", "בשל\u{5B0}"),
    ("^(3GdKJGH^(B", "الثتاب"), ("H^b2^sO", "H₂O"), ("x^p2^s+1", "x²+1"), ("^ga^s-rays", "α-rays"),
  ])
  func escapesExchangeSets(_ given: String, _ meant: String) throws {
    try expectEqual(text(given), meant)
  }

  @Test func theUpperSetHasTheSameCharactersAsTheLowerOne() throws {
    try expectEqual(text([0x1B, 0x29, 0x4E, 0xD7, 0xCF, 0xCA, 0xCE, 0xC1, 0x21]), "война!")
  }

  @Test func chineseIsRefusedInWords() throws {
    let failure = #expect(throws: MARCFailure.self) { try text("^$1!0!^(B") }
    expectEqual(
      failure?.description,
      "it is in MARC-8 with Chinese, Japanese or Korean, which is not supported; convert it to UTF-8 first")
  }

  @Test(arguments: ["^", "^(", "^$", "^(Z", "^$)x", "^x"])
  func anEscapeThatIsCutOrNamesNoSetIsRefused(_ given: String) {
    #expect(throws: MARCFailure.self) { try text(given) }
  }

  @Test func aByteWithoutACharacterIsNamed() {
    let failure = #expect(throws: MARCFailure.self) { try text([0x61, 0xFC]) }
    expectEqual(failure?.description, "byte 0xFC is not a character of MARC-8, extended Latin")
  }
}
