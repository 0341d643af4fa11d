import Catalog
import CatalogSources
import CatalogTestSupport
import Platform
import TestExpectations
import Testing

@Suite("Passwords and settings of the user")
struct ConfigurationTests {
  private let folder = TemporaryFolder()
  private var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path + "/config"] }
  private var store: CredentialStore { CredentialStore(environment: environment) }
  private let origin: HTTPOrigin

  init() throws { origin = try HTTPOrigin(of: "https://books.example:8443/feed") }

  /// Returns true if this password is stored for a user.
  private func matches(_ user: String, _ password: String, at origin: HTTPOrigin? = nil) throws -> Bool {
    try store.credentials(of: user, at: origin ?? self.origin) == HTTPCredentials(user: user, password: password)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("a password is found again by its origin and user, and by no others")
  func found() throws {
    #expect(try store.credentials(of: "ada", at: origin) == nil)
    let passwords = [
      "simple", "with spaces  and %25 ü 😀", "", "#", "\u{2028}\u{A0}", "e\u{301}", "\u{301}x", "x\u{301}",
    ]
    for (number, password) in passwords.enumerated() {
      try store.store(try HTTPCredentials(user: "ada \(number)%", password: password), for: origin)
    }
    for (number, password) in passwords.enumerated() { #expect(try matches("ada \(number)%", password)) }
    for other in ["http://books.example:8443", "https://books.example", "https://other.example:8443"] {
      #expect(try store.credentials(of: "ada 0%", at: HTTPOrigin(of: other)) == nil)
    }
    for other in ["ada", "ada 0", "ada 0%25", ""] { #expect(try store.credentials(of: other, at: origin) == nil) }
  }

  @Test("a new password takes the place of the old one, and a removed one is gone")
  func replaced() throws {
    try store.store(try HTTPCredentials(user: "ada", password: "old"), for: origin)
    try store.store(try HTTPCredentials(user: "bob", password: "his"), for: origin)
    try store.store(try HTTPCredentials(user: "ada", password: "new"), for: origin)
    #expect(try matches("ada", "new") && matches("bob", "his"))
    #expect(!String(decoding: try folder.read("config/catalog/credentials"), as: UTF8.self).contains("old"))
    #expect(try store.remove(user: "ada", at: origin))
    #expect(try !store.remove(user: "ada", at: origin))
    #expect(try store.credentials(of: "ada", at: origin) == nil)
    #expect(try matches("bob", "his"))
  }

  @Test("what people wrote into the file stays where it is")
  func comments() throws {
    try store.store(try HTTPCredentials(user: "ada", password: "a"), for: origin)
    let entry =
      String(decoding: try folder.read("config/catalog/credentials"), as: UTF8.self)
      .split(separator: "\n").last.map(String.init) ?? ""
    let written = "# mine\n\n  \(entry)\n\t# \(entry)\nhttps://other.example eve x\n\n"
    try folder.write("config/catalog/credentials", written)
    chmod(store.path, 0o600)
    try store.store(try HTTPCredentials(user: "bob", password: "b"), for: origin)
    let bob = "https://books.example:8443 bob b\n"
    expectEqual(String(decoding: try folder.read("config/catalog/credentials"), as: UTF8.self), written + bob)
    #expect(try store.remove(user: "ada", at: origin))
    expectEqual(
      String(decoding: try folder.read("config/catalog/credentials"), as: UTF8.self),
      "# mine\n\n\t# \(entry)\nhttps://other.example eve x\n\n" + bob)
  }

  @Test("the file and its folder are their owner's alone, and nothing else is left there")
  func modes() throws {
    try store.store(try HTTPCredentials(user: "ada", password: "s3cret"), for: origin)
    expectEqual(store.path, folder.file("config/catalog/credentials"))
    #expect(mode(store.path) == 0o600 && mode(folder.file("config/catalog")) == 0o700)
    #expect(access(store.path + ".new", F_OK) != 0)
  }

  @Test(
    "a file that others can read is refused, with what to do, and stays as it is", arguments: [0o640, 0o604, 0o620])
  func readable(mode: Int) throws {
    try store.store(try HTTPCredentials(user: "ada", password: "s3cret"), for: origin)
    let before = try folder.read("config/catalog/credentials")
    chmod(store.path, mode_t(mode))
    for attempt in [
      { _ = try store.credentials(of: "ada", at: origin) },
      { try store.store(try HTTPCredentials(user: "bob", password: "s3cret"), for: origin) },
      { try store.remove(user: "ada", at: origin) },
    ] {
      let error = #expect(throws: CatalogError.self, performing: attempt)
      #expect(error?.code == .permissionDenied && error?.hint?.contains("chmod 600") == true)
      expectEqual(error?.description.contains("s3cret"), false)
    }
    try expectEqual(folder.read("config/catalog/credentials"), before)
  }

  @Test(
    "a file with other lines is said to be so, without repeating them",
    arguments: ["https://books.example:8443 ada s3cret%zz", "s3cret", "https://books.example:8443 ada s3cret x"])
  func damaged(line: String) throws {
    try store.store(try HTTPCredentials(user: "bob", password: "x"), for: origin)
    try folder.write("config/catalog/credentials", "# first\n\n\(line)\n")
    chmod(store.path, 0o600)
    let error = #expect(throws: CatalogError.self) { try store.credentials(of: "ada", at: origin) }
    expectEqual(error?.cause.contains("line 3"), true)
    expectEqual(error?.description.contains("s3cret"), false)
  }

  @Test("two who store at the same time both find theirs")
  func together() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          try CredentialStore(environment: environment)
            .store(try HTTPCredentials(user: "user\(number)", password: "p\(number)"), for: origin)
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<20 { #expect(try matches("user\(number)", "p\(number)")) }
  }

  @Test("too many passwords are refused")
  func limit() throws {
    let line = "http://h u \(String(repeating: "x", count: 1_000))\n"
    try store.store(try HTTPCredentials(user: "bob", password: "x"), for: origin)
    try folder.write("config/catalog/credentials", String(repeating: line, count: 1_037))
    chmod(store.path, 0o600)
    let error = #expect(throws: CatalogError.self) {
      try store.store(try HTTPCredentials(user: "ada", password: String(repeating: "y", count: 1_000)), for: origin)
    }
    expectEqual(error?.cause.contains("larger"), true)
  }

  @Test("settings are lines of names and values")
  func settings() throws {
    #expect(try Settings(environment: environment).contact == nil)
    try store.store(try HTTPCredentials(user: "bob", password: "x"), for: origin)
    try folder.write("config/catalog/settings", "# mine\n\n  contact =  ada@books.example \r\nlater = 1 = 2\n")
    try expectEqual(Settings(environment: environment).contact, "ada@books.example")
    #expect(try Settings(environment: ["HOME": folder.path]).contact == nil)
    #expect(try Settings(environment: ["XDG_CONFIG_HOME": "config", "HOME": "/missing"]).contact == nil)
    try folder.write("config/catalog/settings", "contact = a\nwhat is this\n")
    let error = #expect(throws: CatalogError.self) { try Settings(environment: environment) }
    expectEqual(error?.cause.contains("line 2"), true)
  }

  @Test("settings name a provider of metadata, its addresses and the room for covers")
  func metadataSettings() throws {
    let defaults = try Settings(environment: environment)
    #expect(defaults.metadata == "openlibrary" && defaults.coverCache == 256 && defaults.columns == nil)
    expectEqual(defaults.openLibrary, "https://openlibrary.org")
    expectEqual(defaults.openLibraryCovers, "https://covers.openlibrary.org")
    expectEqual(defaults.path, folder.file("config/catalog/settings"))
    try store.store(try HTTPCredentials(user: "bob", password: "x"), for: origin)
    try folder.write(
      "config/catalog/settings",
      """
      metadata = slow
      openlibrary = http://127.0.0.1:8080/library
      openlibrary-covers=http://127.0.0.1:8080
      cover-cache = 12
      columns = title, mine:9
      contact =
      """)
    let settings = try Settings(environment: environment)
    #expect(settings.metadata == "slow" && settings.coverCache == 12 && settings.contact == nil)
    expectEqual(settings.columns, "title, mine:9")
    expectEqual(settings.openLibrary, "http://127.0.0.1:8080/library")
    expectEqual(settings.openLibraryCovers, "http://127.0.0.1:8080")
  }

  @Test(
    "a setting that cannot be used is said with its line and its file",
    arguments: [
      "covers = maybe", "covers = ON", "cover-cache = 0", "cover-cache = many", "cover-cache = 1000001",
      "openlibrary = openlibrary.org",
      "openlibrary-covers = ftp://covers.example", "openlibrary = http://ada:s3cret@library.example",
    ])
  func badSettings(line: String) throws {
    try store.store(try HTTPCredentials(user: "bob", password: "x"), for: origin)
    try folder.write("config/catalog/settings", "# mine\n\(line)\n")
    let error = #expect(throws: CatalogError.self) { try Settings(environment: environment) }
    #expect(error?.cause.contains("line 2") == true && error?.subject == folder.file("config/catalog/settings"))
    #expect(error?.hint != nil || error?.cause.contains("address") == true || error?.cause.contains("http") == true)
    expectEqual(error?.description.contains("s3cret"), false)
  }
}
