import Platform

@testable import Catalog
@testable import CatalogModel

extension Query {
  /// The meaning of a query in words: `dune…` is a prefix, “dune” a phrase.
  var meaning: String {
    switch self {
    case .everything: "every book"
    case .nothing: "no book"
    case .text(let match): match.meaning
    case .owners(let part): "of the owner’s: \(part.meaning)"
    case .isbn(let digits): "isbn \(digits)…"
    case .year(let range): "year \(range.meaning)"
    case .edition(let range): "edition \(range.meaning)"
    case .pages(let range): "pages \(range.meaning)"
    case .progress(let range): "progress \(range.meaning)"
    case .rating(let range): "rating \(range.meaning)"
    case .average(let range): "average \(range.meaning)"
    case .dates(let condition): "\(condition.event) \(condition.days)"
    case .has(let field): "has \(field)"
    case .language(let code): "language \(code)"
    case .source(let name): "source \(name)"
    case .state(.state(let state)): "is \(state.rawValue)"
    case .state(let state): "is \(state)"
    case .file(let type): type.isEmpty ? "has a file" : "file \(type)"
    case .format(let format): "format \(format.rawValue)"
    case .identifier(let type, let value): "id \(type)\(value.map { " \($0)" } ?? "")"
    case .pattern(let condition): "\(condition.field) ~ \(condition.pattern.text)"
    case .whole(let condition): "\(condition.field) = “\(condition.text)”"
    // No catalog is consulted here.
    case .named(let field): field.otherwise.meaning
    case .saved(let search): search.otherwise.meaning
    case .own(let condition): "\(condition.field) \(condition.test)"
    case .all(let parts): "(" + parts.map(\.meaning).joined(separator: " and ") + ")"
    case .any(let parts): "(" + parts.map(\.meaning).joined(separator: " or ") + ")"
    case .not(let part): "not \(part.meaning)"
    }
  }
}

extension TextMatch {
  fileprivate var meaning: String {
    let text = words.joined(separator: " ")
    let typed = (field.map { "\($0.rawValue) " } ?? "") + (isPrefix ? "\(text)…" : "“\(text)”")
    // Other spellings of initials, in authors.
    let others = initials.map { $0.words.joined(separator: " ") + ($0.isPrefix ? "…" : "") }
    return others.isEmpty ? typed : "\(typed) [\(others.joined(separator: ", "))]"
  }
}

extension QueryRange {
  fileprivate var meaning: String {
    switch (lower, upper) {
    case (let lower?, let upper?): lower == upper ? lower.shortest : "\(lower.shortest) to \(upper.shortest)"
    case (let lower?, nil): isOpen ? "above \(lower.shortest)" : "from \(lower.shortest)"
    case (nil, let upper?): isOpen ? "below \(upper.shortest)" : "to \(upper.shortest)"
    case (nil, nil): "any"
    }
  }
}
