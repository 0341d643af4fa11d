import CZlib

/// Makes a folder of EPUBs of generated books, forty in a folder of their own: as small as they can be, with a cover.
enum EBookMaker {
  private static let folderBooks = 40

  /// - Parameter folder: is made.
  static func make(_ folder: String, books count: Int) throws {
    var generator = BookGenerator()
    for number in 0..<count {
      let path = "\(folder)/Shelf \(number / folderBooks)"
      if number % folderBooks == 0 { try Folder.make(path) }
      try FileWriter.write(epub(of: generator.next()), to: "\(path)/Book \(number + 1).epub")
    }
  }

  static func epub(of book: GeneratedBook) -> [UInt8] {
    let creators = book.authors.map { "<dc:creator>\($0)</dc:creator>" }.joined()
    let subjects = book.tags.map { "<dc:subject>\($0)</dc:subject>" }.joined()
    let package = """
      <?xml version="1.0" encoding="utf-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:isbn:\(book.isbn)</dc:identifier>
      <dc:title>\(book.title)</dc:title>\(creators)\(subjects)<dc:language>en</dc:language>
      <dc:date>\(book.year)</dc:date><dc:description>\(book.title) and nothing else.</dc:description></metadata>
      <manifest><item id="c" href="cover.png" media-type="image/png" properties="cover-image"/>
      <item id="t" href="text.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="t"/></spine>
      </package>
      """
    let container = """
      <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>\
      <rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
      """
    let paragraphs = String(repeating: "<p>\(book.title)</p>", count: 40)
    let text =
      "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>T</title></head><body>\(paragraphs)</body></html>"
    return archive([
      ("mimetype", Array("application/epub+zip".utf8)), ("META-INF/container.xml", Array(container.utf8)),
      ("content.opf", Array(package.utf8)), ("text.xhtml", Array(text.utf8)), ("cover.png", cover),
    ])
  }

  /// The beginning of an image, which tells its size, and as many bytes as small covers have.
  private static let cover: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 200, 0, 0, 1, 44] + [UInt8](repeating: 1, count: 8_000)

  /// A ZIP archive whose members are stored as they are (APPNOTE.TXT of PKWARE, 4.3).
  private static func archive(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, contents) in members {
      let checksum = contents.withUnsafeBufferPointer {
        UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count))
      }
      // Needed version, flags, method, time, date; checksum, both sizes; lengths of the name and of further fields.
      let head =
        little(20, 2) + little(0, 8) + little(Int(checksum), 4) + little(contents.count, 4) + little(contents.count, 4)
        + little(name.utf8.count, 2) + little(0, 2)
      directory += little(0x0201_4b50, 4) + little(20, 2) + head + little(0, 10) + little(bytes.count, 4)
      directory += Array(name.utf8)
      bytes += little(0x0403_4b50, 4) + head + Array(name.utf8) + contents
    }
    return bytes + directory + little(0x0605_4b50, 4) + little(0, 4) + little(members.count, 2)
      + little(members.count, 2) + little(directory.count, 4) + little(bytes.count, 4) + little(0, 2)
  }

  /// A number in so many bytes, the smallest first.
  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * $0)) : 0 }
  }
}
