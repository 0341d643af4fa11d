import CatalogTestSupport
import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct AccessSecretTests {
  @Test func `a secret is also read in upper case and with hyphens`() throws {
    for _ in 0..<100 {
      let secret = AccessSecret()
      #expect(secret.text.utf8.count == 26 && AccessSecret(secret.text) == secret)
      expectEqual(AccessSecret(secret.text.uppercased()), secret)
      expectEqual(AccessSecret(secret.text.prefix(5) + "-" + secret.text.dropFirst(5) + " "), secret)
    }
    expectEqual(Set((0..<1_000).map { _ in AccessSecret().text }).count, 1_000)
  }

  @Test(arguments: [
    "", "correct horse", "0", "8zzzzzzzzzzzzzzzzzzzzzzzzz", "0123456789abcdefghjkmnpqr", "0123456789abcdefghjkmnpqrst",
    "0123456789abcdefghjkmnpqrl", "0123456789abcdefghjkmnpqrü",
  ])
  func `any other text is not a secret`(text: String) { #expect(AccessSecret(text) == nil) }

  /// The examples of NIST, and lengths around the block size.
}
