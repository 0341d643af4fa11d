import Catalog
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@Suite("Providers by their names")
struct MetadataProvidersTests {
  private let settings: Settings

  init() throws { settings = try Settings(environment: ["XDG_CONFIG_HOME": "/missing"]) }

  @Test("each name gives its provider, and no name the one of the settings")
  func names() throws {
    for name in MetadataProviders.names {
      try expectEqual(MetadataProviders.make(name, settings: settings) { ScriptedTransport([:]) }.name, name)
    }
    try expectEqual(MetadataProviders.make(settings: settings) { ScriptedTransport([:]) }.host, "openlibrary.org")
    var other = settings
    other.metadata = "slow"
    let slow = try MetadataProviders.make(settings: other) { throw ScriptedFailure("it speaks no HTTP") }
    expectEqual(slow.name, "slow")
  }

  @Test("a name that is none is said with those that there are, and with the file that it stands in")
  func unknown() throws {
    let error = #expect(throws: CatalogError.self) {
      try MetadataProviders.make("goodreads", settings: settings) { ScriptedTransport([:]) }
    }
    expectEqual(error?.description, "no metadata provider goodreads (available providers: openlibrary, slow)")
    var other = settings
    other.metadata = "librarything"
    let named = #expect(throws: CatalogError.self) {
      try MetadataProviders.make(settings: other) { ScriptedTransport([:]) }
    }
    expectEqual(named?.description.contains("librarything in /missing/catalog/settings"), true)
  }
}
