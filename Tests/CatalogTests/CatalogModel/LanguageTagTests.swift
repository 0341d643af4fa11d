import TestExpectations
import Testing

@testable import CatalogModel

@Suite struct LanguageTagTests {
  @Test(
    arguments: [
      ("eng", "en"), ("EN", "en"), ("en_us", "en-US"), ("ger", "de"), ("deu-AT", "de-AT"), ("zh_hant_tw", "zh-Hant-TW"),
      ("tlh", "tlh"), ("es-419", "es-419"), ("sr-latn", "sr-Latn"), ("en-x-twain", "en"), ("français", nil), ("", nil),
      ("e", nil),
      ("<script>", nil), ("e1", nil), ("-en", "en"),
    ] as [(String, String?)])
  func `a language tag has the shortest code, with its script and region`(code: String, tag: String?) {
    expectEqual(LanguageCode.tag(code), tag)
    if let tag { expectEqual(LanguageCode.canonical(tag), LanguageCode.canonical(code.drop { $0 == "-" }.description)) }
  }
}
