import CatalogModel

/// Makes a citation of a record of RIS.
struct RISCitation {
  private(set) var citation = Citation()
  private let counter: EntryCounter

  /// - Parameter values: the tags, and what they say.
  init(_ values: [(tag: String, text: String)], counter: EntryCounter) {
    self.counter = counter
    let type = values.first { $0.tag == "TY" }?.text.trimmed() ?? ""
    citation.type = RISFields.type(of: type)
    let isPart = CitationType.meaning(of: citation.type) == .part
    if type == "EBOOK" { citation.add("ebook", .exact(.format)) }
    addDate(values)
    let hasSeries = values.contains { $0.tag == "T3" }
    let hasTitle = values.contains { $0.tag == "TI" || $0.tag == "T1" }
    let end = values.first { $0.tag == "EP" }?.text.trimmed() ?? ""
    for (tag, text) in values {
      let text = text.trimmed()
      if text.isEmpty { continue }
      switch tag {
      // EndNote has several in the lines behind the first.
      case "KW": for word in text.divided(at: "\n") { citation.add(word, .keyword) }
      // Of a book the series, of a part the book that it is in.
      case "T2": citation.add(text, isPart ? .bookTitle : hasSeries ? .mainTitle : .series)
      case "BT": citation.add(text, isPart ? .bookTitle : hasTitle ? .series : .title)
      case "SP": citation.add(end.isEmpty ? text : "\(text)-\(end)", .pages)
      case "EP": if !values.contains(where: { $0.tag == "SP" }) { counter.count(tag, text) }
      case "SN": addNumber(text)
      case "DA", "PY", "Y1": break
      case "ID": if CitationKeys.isOne(text) { citation.key = text } else { counter.count(tag, text) }
      case "IS": citation.add(text, .number)
      case "U1": addExtra(text)
      default: add(text, tag)
      }
    }
  }

  /// A date says more than the year that may stand beside it. What says another one is told.
  private mutating func addDate(_ values: [(tag: String, text: String)]) {
    let all = ["DA", "PY", "Y1"].flatMap { tag in values.filter { $0.tag == tag } }
      .map { (tag: $0.tag, text: $0.text.trimmed()) }.filter { !$0.text.isEmpty }
    let first = all.firstIndex { CitationDate.date(of: $0.text) != nil }
    let date = first.flatMap { CitationDate.date(of: all[$0].text) }.map(CitationDate.text)
    for (index, (tag, text)) in all.enumerated() {
      let other = CitationDate.date(of: text).map(CitationDate.text)
      if index == first || first == nil && index == 0 {
        citation.add(text, .date)
      } else if date == nil || other == nil || date?.hasPrefix(other ?? "") == false {
        counter.count(tag, text)
      }
    }
  }

  private mutating func add(_ text: String, _ tag: String) {
    if let role = RISFields.people[tag] { return citation.add([Self.name(text)], as: role) }
    if let field = RISFields.meanings[tag] {
      citation.add(text, field)
    } else if !RISFields.ofProgram.contains(tag) {
      counter.count(tag, text)
    }
  }

  /// “Frank Herbert” of “Herbert, Frank”, with a suffix behind it. A comma at the end says that the name is not divided.
  private static func name(_ text: String) -> String {
    let name = text.canonicalLine()
    if name.utf8.last == UInt8(ascii: ",") { return String(Substring(name.utf8.dropLast())).trimmed() }
    let parts = name.divided(at: ",")
    guard (2...3).contains(parts.count) else { return name }
    return CitedName(
      family: parts[0], given: parts[1], suffix: parts.count > 2 ? parts[2] : "", isWhole: false
    ).name
  }

  /// An ISBN, or the number of a series (ISSN).
  private mutating func addNumber(_ text: String) {
    if let issn = Self.issn(in: text) { citation.add(issn, .identifier("issn")) } else { citation.add(text, .isbn) }
  }

  /// `0028-0836`, with its name in front of it or a remark in brackets behind it. By bytes: a regular expression takes longer than the
  /// whole record.
  static func issn(in text: String) -> String? {
    var rest = text.utf8[...]
    if rest.starts(with: "ISSN".utf8) {
      rest = rest.dropFirst(4)
      if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() }
      rest = rest.drop { $0 <= 32 }
    }
    let number = rest.prefix(9)
    let isNumber = number.enumerated().allSatisfy { place, byte in
      switch place {
      case 4: byte == UInt8(ascii: "-")
      case 8 where byte | 0x20 == UInt8(ascii: "x"): true
      default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
    }
    guard number.count == 9, isNumber else { return nil }
    let behind = rest.dropFirst(9).drop { $0 <= 32 }
    guard behind.isEmpty || behind.first == UInt8(ascii: "(") && behind.last == UInt8(ascii: ")") else { return nil }
    return String(Substring(number))
  }

  /// What our own exports say besides.
  private mutating func addExtra(_ text: String) {
    let parts = ListDivision.parts.items(of: text)
    guard parts.count == 2 else { return counter.count("U1", text) }
    let (name, value) = (parts[0].trimmed(), parts[1].trimmed())
    if name == CitationExtras.uuid {
      citation.uuid = value
    } else if let field = CitationExtras.field(named: name) {
      citation.add(value, field)
    } else {
      counter.count("U1", text)
    }
  }
}
