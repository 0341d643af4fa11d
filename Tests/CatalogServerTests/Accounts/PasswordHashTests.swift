import Catalog
import TestExpectations
import Testing

@testable import CatalogServer

@Suite struct PasswordHashTests {
  @Test func `a password is verified by yescrypt with a salt of its own`() throws {
    let password = "correct horse ünïcödé"
    let (one, other) = (try PasswordHash.make(of: password), try PasswordHash.make(of: password))
    #expect(one != other && one.hasPrefix("$y$") && other.hasPrefix("$y$"))
    #expect(try PasswordHash.isRight(password, one) && PasswordHash.isRight(password, other))
    #expect(try !PasswordHash.isRight(password + "x", one))
    #expect(try !PasswordHash.isRight("", one))
    #expect(try !PasswordHash.isRight(password, nil))
    for strange in ["", "*", "x", "$y$", "$9$abc$def", String(repeating: "a", count: 1_000)] {
      #expect(try !PasswordHash.isRight(password, strange), "\(strange)")
    }
  }

  @Test func `a password has 8 to 511 bytes, and an error does not contain it`() throws {
    for length in [8, 511] {
      let password = String(repeating: "a", count: length)
      #expect(try PasswordHash.isRight(password, PasswordHash.make(of: password)))
    }
    for password in ["", "hunter2", String(repeating: "ä", count: 256), "hunter2\0and more"] {
      do {
        _ = try PasswordHash.make(of: password)
        Issue.record("it was taken")
      } catch {
        expectEqual("\(error)", "password: must have 8 to 511 bytes, none of them zero")
      }
    }
    let long = String(repeating: "a", count: 511)
    #expect(try !PasswordHash.isRight(long + "b", PasswordHash.make(of: long)), "not by its beginning alone")
    #expect(try !PasswordHash.isRight("longer than that\0x", PasswordHash.make(of: "longer than that")))
  }
}
