import Catalog
import CatalogSources
import Synchronization

/// The code that can be fuzzed: everything that reads input from others.
enum FuzzTarget: String, CaseIterable {
  case opds, feed, calibre, csv, jsonlines, query, openlibrary, cover, searchindex, bitmap
  case opf, zip, mobi, document, router, multipart
  case marc, marcxml
  case bibtex, ris

  /// Takes in bytes, and traps where a promise does not hold: whatever they are, they are an error or a result.
  typealias Parser = @Sendable ([UInt8]) async -> Void

  /// The parser that the fuzzer calls, which takes a C function without a context.
  static let chosen = Mutex<Chosen?>(nil)

  /// Holds a parser. A mutex over a bare closure would wrap it once more at each access, so that each input would take
  /// longer than the one before.
  struct Chosen {
    let parser: Parser
  }

  func parser() async -> Parser {
    switch self {
    case .opds:
      SourceFuzz.parser { OPDSSource(name: "fuzz", url: SourceFuzz.address, transport: $0) }
    case .feed:
      SourceFuzz.parser { FeedSource(name: "fuzz", address: SourceFuzz.address, transport: $0) }
    case .calibre:
      SourceFuzz.parser { CalibreSource(name: "fuzz", address: SourceFuzz.address, transport: $0) }
    case .csv: ImportFuzz.parser(.csv)
    case .document: ImportFuzz.parser(.json)
    case .jsonlines: ImportFuzz.parser(.jsonLines)
    case .marc: ImportFuzz.parser(.marc)
    case .marcxml: ImportFuzz.parser(.marcxml)
    case .bibtex: ImportFuzz.parser(.bibtex)
    case .ris: ImportFuzz.parser(.ris)
    case .query: await QueryFuzz.parser()
    case .openlibrary: MetadataFuzz.openLibrary
    case .cover: MetadataFuzz.cover
    case .searchindex: await SearchIndexFuzz.parser()
    case .bitmap: BitmapFuzz.parser
    case .opf: EBookFuzz.documents
    case .zip: EBookFuzz.archives
    case .mobi: EBookFuzz.databases
    case .router: RouterFuzz.parser
    case .multipart: MultipartFuzz.parser
    }
  }
}
