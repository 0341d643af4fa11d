/// Makes small PDFs (ISO 32000-1): a catalog, a page tree, an information dictionary and an XMP packet.
public struct PDFMaker {
  /// The raw entries of the information dictionary: `/Title (Dune)`.
  public var information = ""
  public var packet = ""
  public var pages = 1
  /// Additional entries of the trailer, such as an encryption dictionary.
  public var trailer = ""
  /// Objects after the others; the first has the number 5.
  public var objects: [String] = []

  public init(_ information: String = "") { self.information = information }

  public var bytes: [UInt8] {
    var all = [
      "<< /Type /Catalog /Pages 2 0 R\(packet.isEmpty ? "" : " /Metadata 4 0 R") >>",
      "<< /Type /Pages /Kids [] /Count \(pages) >>", "<< \(information) >>",
      "<< /Type /Metadata /Subtype /XML /Length \(packet.utf8.count) >>\nstream\n\(packet)\nendstream",
    ]
    all += objects
    var bytes = Array("%PDF-1.7\n".utf8)
    var offsets: [Int] = []
    for (index, object) in all.enumerated() {
      offsets.append(bytes.count)
      bytes += Array("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
    }
    let start = bytes.count
    bytes += Array("xref\n0 \(all.count + 1)\n0000000000 65535 f \n".utf8)
    for offset in offsets {
      let digits = String(offset)
      bytes += Array((String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n").utf8)
    }
    bytes += Array(
      "trailer\n<< /Size \(all.count + 1) /Root 1 0 R /Info 3 0 R \(trailer) >>\nstartxref\n\(start)\n%%EOF\n".utf8)
    return bytes
  }
}
