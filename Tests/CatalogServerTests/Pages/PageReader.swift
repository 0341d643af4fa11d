import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer
@testable import CatalogSources

/// A page as a browser reads it: its contents and its links.
struct PageReader {
  let root: XMLElement

  /// - Throws: An error if the page is not well-formed XML 1.0.
  init(_ text: String) throws { root = try XMLDocument.element(of: Array(text.utf8)) }

  /// Returns all elements with a name in document order.
  func all(_ name: String) -> [XMLElement] { Self.everything(in: root).filter { $0.name.local == name } }

  /// Returns all elements that have a class.
  func all(ofClass name: String) -> [XMLElement] {
    Self.everything(in: root).filter { ($0[attribute: "class"] ?? "").split(separator: " ").contains { $0 == name } }
  }

  /// Every element of the page.
  var elements: [XMLElement] { Self.everything(in: root) }

  private static func everything(in element: XMLElement) -> [XMLElement] {
    [element] + element.elements.flatMap(everything)
  }

  /// Every address in the page: links, pictures, loaded files and forms.
  var addresses: [String] {
    elements.flatMap { element in ["href", "src", "action"].compactMap { element[attribute: $0] } }
  }

  /// The violations of rules that hold for every page.
  var faults: [String] {
    var faults: [String] = []
    for (name, count) in [("html", 1), ("main", 1), ("h1", 1), ("title", 1), ("script", 1)]
    where all(name).count != count {
      faults.append("\(all(name).count) of \(name)")
    }
    for element in elements {
      for attribute in element.attributes {
        let name = attribute.name.local
        if name == "style" || name.hasPrefix("on") { faults.append("an attribute \(name)") }
      }
      if element.name.local == "style" { faults.append("a style") }
      if element.name.local == "script", !element.text.isEmpty { faults.append("a script that stands in the page") }
      if element.name.local == "img", element[attribute: "alt"] == nil { faults.append("a picture without words") }
    }
    let ids = elements.compactMap { $0[attribute: "id"] }
    if Set(ids).count != ids.count { faults.append("an id that stands twice") }
    let labels = Set(all("label").compactMap { $0[attribute: "for"] })
    for input in all("input") + all("select") where input[attribute: "type"] != "hidden" {
      if !labels.contains(input[attribute: "id"] ?? ""), input[attribute: "aria-label"] == nil {
        faults.append("an input without a label")
      }
    }
    for link in all("a") where link.text.allSatisfy(\.isWhitespace) { faults.append("a link without words") }
    for address in addresses where address.lowercased().hasPrefix("javascript:") { faults.append("a script in a link") }
    return faults
  }
}

extension ServerTrial {
  /// The `Accept` field of browsers.
  static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

  /// Returns the page at an address.
  func page(_ address: String) async throws -> PageReader {
    let reply = await ask("GET", address, ["Accept": Self.browser])
    expectEqual(reply.status, 200, "\(address)")
    expectEqual(reply.fields["content-type"], "text/html; charset=utf-8", "\(address)")
    return try PageReader(reply.text)
  }

  /// Follows links from a page until there are no new ones or the limit is reached.
  ///
  /// - Parameter visit: A closure that takes each address and its reply.
  func walk(from start: String, upTo limit: Int, _ visit: (String, Reply) throws -> Void) async throws {
    var (seen, open): (Set<String>, [String]) = ([start], [start])
    while let address = open.popLast(), seen.count <= limit {
      let reply = await ask("GET", address, ["Accept": Self.browser])
      try visit(address, reply)
      guard reply.fields["content-type"]?.hasPrefix("text/html") == true else { continue }
      for link in try PageReader(reply.text).addresses {
        let plain = String(link.prefix { $0 != "#" })
        guard plain.hasPrefix("/"), seen.insert(plain).inserted else { continue }
        open.append(plain)
      }
    }
  }
}
