/// One spelling of an option: `--page` or `-p`.
package enum ArgumentName: Hashable, Sendable, CustomStringConvertible {
  case long(String)
  case short(Character)

  /// The spelling with its dashes, as typed.
  package var description: String {
    switch self {
    case .long(let word): "--\(word)"
    case .short(let letter): "-\(letter)"
    }
  }
}

/// The spellings of an option. They are given explicitly or derived from the name of the property that declares the
/// option.
package struct NameSpecification: Sendable, ExpressibleByArrayLiteral {
  private enum Element {
    case labelled
    case initial
    case exactly(ArgumentName)
  }

  private let elements: [Element]

  private init(_ elements: [Element]) {
    self.elements = elements
  }

  /// Creates a specification of several spellings for one option, such as `[.short, .customLong("limit")]`.
  package init(arrayLiteral specifications: NameSpecification...) {
    elements = specifications.flatMap(\.elements)
  }

  /// The property's name in kebab case: `dryRun` becomes `--dry-run`.
  package static let long = NameSpecification([.labelled])
  /// The first letter of the property's name: `page` becomes `-p`.
  package static let short = NameSpecification([.initial])
  package static let shortAndLong: NameSpecification = [.short, .long]

  package static func customLong(_ word: String) -> NameSpecification {
    NameSpecification([.exactly(.long(word))])
  }

  /// Returns the spellings of the option for the property named `label`, with short spellings first.
  package func names(for label: String) -> [ArgumentName] {
    let names = elements.compactMap { element -> ArgumentName? in
      switch element {
      case .labelled: .long(kebabCase(label))
      case .initial: label.first.map { .short($0) }
      case .exactly(let name): name
      }
    }
    return names.filter(\.isShort) + names.filter { !$0.isShort }
  }
}

extension ArgumentName {
  package var isShort: Bool {
    if case .short = self { true } else { false }
  }
}

/// Returns a Swift identifier in kebab case: `dryRun` becomes `dry-run`, and `sourceID` becomes `source-id`.
///
/// The identifier must be ASCII. Support for other letters would add 1 % to the time needed to show a page.
package func kebabCase(_ identifier: String) -> String {
  let letters = Array(identifier.utf8)
  func isUppercase(_ index: Int) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letters[index]) }
  var result: [UInt8] = []
  for (index, letter) in letters.enumerated() {
    if isUppercase(index), index > 0 {
      let followsWord = !isUppercase(index - 1)
      let startsWord = index + 1 < letters.count && !isUppercase(index + 1)
      if followsWord || startsWord { result.append(UInt8(ascii: "-")) }
    }
    result.append(isUppercase(index) ? letter | 0x20 : letter)
  }
  return String(decoding: result, as: UTF8.self)
}
