import CatalogTestSupport
import Testing

@testable import Catalog
@testable import CatalogModel

@Suite struct AccessSecretTests {
  @Test func `a secret is also read in upper case and with hyphens`() throws {
    for _ in 0..<100 {
      let secret = AccessSecret()
      #expect(secret.text.utf8.count == 26 && AccessSecret(secret.text) == secret)
      #expect(AccessSecret(secret.text.uppercased()) == secret)
      #expect(AccessSecret(secret.text.prefix(5) + "-" + secret.text.dropFirst(5) + " ") == secret)
    }
    #expect(Set((0..<1_000).map { _ in AccessSecret().text }).count == 1_000)
  }

  @Test(arguments: [
    "", "correct horse", "0", "8zzzzzzzzzzzzzzzzzzzzzzzzz", "0123456789abcdefghjkmnpqr", "0123456789abcdefghjkmnpqrst",
    "0123456789abcdefghjkmnpqrl", "0123456789abcdefghjkmnpqrü",
  ])
  func `any other text is not a secret`(text: String) { #expect(AccessSecret(text) == nil) }

  /// The examples of NIST, and lengths around the block size.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
    ),
    (
      String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
    (
      String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `hashes match SHA-256`(text: String, hash: String) {
    let hex = SHA256.hash(text.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == hash)
  }
}
