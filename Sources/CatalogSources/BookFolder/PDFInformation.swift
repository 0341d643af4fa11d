import CQPDF
import CatalogModel

/// The metadata of a PDF: its information dictionary (ISO 32000-1, section 14.3.3), its XMP packet (14.3.2), and its
/// number of pages.
struct PDFInformation: Equatable {
  var title: String?
  var author: String?
  var subject: String?
  var keywords: String?
  /// An ISBN in the information dictionary.
  var isbn: String?
  var pages: Int?
  /// The decompressed XMP packet.
  var packet: [UInt8] = []

  /// The limits per file: 512 MiB of memory and 10 seconds of processor time. A file with 1,000,000 objects takes about
  /// 1 second and 200 MiB. Damaged files over 64 MiB are not repaired, because a repair requires a search of the whole
  /// file.
  private static let limits = cqpdf_limits(
    memory: 512 * 1_048_576, processor_seconds: 10, seconds: 120, mended: 64 * 1_048_576)
  /// The size of the result buffer in bytes. The buffer has room for strings of up to 64 KiB each, and for a packet of
  /// up to 1 MiB.
  private static let room = 8 * 65_536 + 1_048_576

  /// The reason why PDFs cannot be read on this machine, or `nil` if they can be read.
  static var missing: String? { cqpdf_load().map { String(cString: $0) } }
  static var canBeRead: Bool { cqpdf_load() == nil }

  init() {}

  /// Reads the metadata of a file. Requires ``canBeRead``.
  ///
  /// - Throws: ``ArchiveFailure``
  init(_ file: FileBytes) throws(ArchiveFailure) {
    var limits = Self.limits
    var result = CQPDF_FAILED
    let answer = file.withDescriptor { descriptor in
      [UInt8](unsafeUninitializedCapacity: Self.room) { buffer, length in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          result = cqpdf_read(
            descriptor, file.count, &limits, { Task.isCancelled }, buffer.baseAddress, buffer.count, &length)
        }
      }
    }
    if let failure = Self.failure(result) { throw failure }
    self.init(answer: answer)
  }

  private static func failure(_ result: cqpdf_result) -> ArchiveFailure? {
    switch result {
    case CQPDF_READ: nil
    case CQPDF_DAMAGED: ArchiveFailure(.damaged, "it is not a PDF, or is damaged")
    case CQPDF_ENCRYPTED: ArchiveFailure(.unsupported, "it is protected by a password")
    case CQPDF_CRASHED: ArchiveFailure(.damaged, "libqpdf crashed while reading it")
    case CQPDF_TOO_LONG: ArchiveFailure(.tooLarge, "it took too long to read")
    case CQPDF_TOO_MUCH: ArchiveFailure(.tooLarge, "it took too much memory to read")
    case CQPDF_CANCELLED: ArchiveFailure(.unreadable, "it was not read completely")
    default: ArchiveFailure(.unreadable, "the process that reads it could not be started")
    }
  }

  /// Parses the output of the process that reads PDFs.
  ///
  /// - Parameter answer: The strings and then the packet (CQPDF.h). Each string begins with a letter that identifies
  ///   its type, and ends with a zero byte.
  init(answer: [UInt8]) {
    var rest = answer[...]
    while let mark = rest.popFirst() {
      if mark == UInt8(ascii: "X") {
        packet = Array(rest)
        return
      }
      let text = String(decoding: rest.prefix { $0 != 0 }, as: UTF8.self)
      rest = rest.drop { $0 != 0 }.dropFirst()
      switch Character(Unicode.Scalar(mark)) {
      case "T": title = text
      case "A": author = text
      case "S": subject = text
      case "K": keywords = text
      case "I": isbn = text
      case "P": pages = Int(text)
      default: break
      }
    }
  }
}
