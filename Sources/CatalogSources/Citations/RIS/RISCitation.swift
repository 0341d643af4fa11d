import CatalogModel

/// Converts a RIS record to a citation.
struct RISCitation {
  private(set) var citation = Citation()
  private let counter: EntryCounter

  /// Converts a record.
  ///
  /// - Parameter values: The tags with their values.
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
      // EndNote writes further keywords on the following lines.
      case "KW": for word in text.divided(at: "\n") { citation.add(word, .keyword) }
      // `T2` is the series of a book, or the book that contains a part.
      case "T2": citation.add(text, isPart ? .bookTitle : hasSeries ? .mainTitle : .series)
      case "BT": citation.add(text, isPart ? .bookTitle : hasTitle ? .series : .title)
      case "SP": citation.add(end.isEmpty ? text : "\(text)-\(end)", .pages)
      case "EP": if !values.contains(where: { $0.tag == "SP" }) { counter.count(tag, text) }
      case "SN": addNumbers(text)
      case "TY", "ER", "DA", "PY", "Y1": break
      case "ID": if CitationKeys.isOne(text) { citation.key = text } else { counter.count(tag, text) }
      case "IS": citation.add(text, .number)
      case "U1": addExtra(text)
      default: add(text, tag)
      }
    }
  }

  /// Adds the first valid date, starting with the most specific tag. Other dates are dropped if they agree with the
  /// first date, or else counted as not stored.
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
    } else {
      counter.count(tag, text)
    }
  }

  /// Returns a name in display form, such as “Frank Herbert” for “Herbert, Frank”. A suffix stays at the end. A comma
  /// at the end marks an undivided name.
  private static func name(_ text: String) -> String {
    let name = text.canonicalLine()
    if name.utf8.last == UInt8(ascii: ",") { return String(Substring(name.utf8.dropLast())).trimmed() }
    let parts = name.divided(at: ",")
    guard (2...3).contains(parts.count) else { return name }
    return CitedName(
      family: parts[0], given: parts[1], suffix: parts.count > 2 ? parts[2] : "", isWhole: false
    ).name
  }

  /// Adds the ISBNs in a string. If the string contains only ISSNs, adds them as identifiers, since an ISSN does not
  /// indicate a book.
  private mutating func addNumbers(_ text: String) {
    let numbers = CitedNumbers(text)
    guard numbers.isbns.isEmpty, !numbers.issns.isEmpty else { return citation.add(text, .isbn) }
    for issn in numbers.issns { citation.add(issn, .identifier("issn")) }
    for rest in numbers.remarks + numbers.leftOut.map(\.value) { counter.count("SN", rest) }
  }

  /// Adds a value that our exports write under a name of our own.
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
