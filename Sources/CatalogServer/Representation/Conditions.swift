import CatalogSources
import FoundationEssentials

/// What tells whether something is as a client knows it (RFC 9110, section 8.8).
public struct Validators: Sendable, Equatable {
  /// The entity tag.
  public var tag: EntityTag?
  /// When it was changed last; sent and compared in whole seconds, so it is to be left out while that second goes on.
  public var modified: Date?

  /// Validators of their parts.
  public init(tag: EntityTag? = nil, modified: Date? = nil) {
    self.tag = tag
    self.modified = modified
  }

  /// Those that the fields of an answer have.
  init(_ fields: HeaderFields, now: Date) {
    self.init(
      tag: fields["etag"].flatMap { EntityTag(field: $0) },
      modified: fields["last-modified"].flatMap { HTTPDate.date($0, now: now) })
  }

  /// Puts them into the fields of an answer.
  func write(to fields: inout HeaderFields) {
    if let tag { fields.set("ETag", tag.description) }
    if let modified, let text = HTTPDate.text(modified) { fields.set("Last-Modified", text) }
  }
}

/// The conditions of a request (RFC 9110, section 13).
struct Conditions {
  enum Outcome {
    /// The request is done.
    case proceed
    /// 304: the client has it.
    case unchanged
    /// 412.
    case failed
  }

  private let fields: HeaderFields
  private let isReading: Bool
  private let now: Date

  init(_ request: Request, now: Date) {
    fields = request.fields
    isReading = request.method == .get || request.method == .head
    self.now = now
  }

  /// What the conditions come to for something that is there, in the order of section 13.2.2.
  func outcome(for validators: Validators) -> Outcome {
    if let match = fields["if-match"] {
      guard match == "*" || tags(match).contains(where: { tag in validators.tag.map(tag.isSame) ?? false }) else {
        return .failed
      }
    } else if let since = date("if-unmodified-since"), let modified = validators.modified,
      seconds(modified) > seconds(since)
    {
      return .failed
    }
    if let noneMatch = fields["if-none-match"] {
      guard noneMatch == "*" || tags(noneMatch).contains(where: { tag in validators.tag.map(tag.matches) ?? false })
      else {
        return .proceed
      }
      return isReading ? .unchanged : .failed
    }
    if isReading, let since = date("if-modified-since"), let modified = validators.modified,
      seconds(modified) <= seconds(since)
    {
      return .unchanged
    }
    return .proceed
  }

  /// Whether it is asked whether there is anything, whatever that is.
  var isOfAnything: Bool { fields["if-match"] == "*" || fields["if-none-match"] == "*" }

  /// Whether a part may be sent, as far as `If-Range` goes (section 13.1.5): what the client has a part of is still the same.
  func allowsRange(of validators: Validators) -> Bool {
    guard let text = fields["if-range"] else { return true }
    if let tag = EntityTag(field: text) { return validators.tag.map(tag.isSame) ?? false }
    guard let date = HTTPDate.date(text, now: now), let modified = validators.modified else { return false }
    return seconds(date) == seconds(modified)
  }

  private func date(_ name: String) -> Date? { fields[name].flatMap { HTTPDate.date($0, now: now) } }
  private func seconds(_ date: Date) -> Double { date.timeIntervalSince1970.rounded(.down) }

  /// A tag holds no blank, and may hold commas: a list of tags is no list of tokens.
  private func tags(_ text: String) -> [EntityTag] {
    var tags: [EntityTag] = []
    var rest = text[...]
    while tags.count < FieldList.most {
      rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
      guard let quote = rest.firstIndex(of: "\"") else { return tags }
      guard let end = rest[rest.index(after: quote)...].firstIndex(of: "\"") else { return tags }
      guard let tag = EntityTag(field: rest[...end]) else { return tags }
      tags.append(tag)
      rest = rest[rest.index(after: end)...]
    }
    return tags
  }
}
