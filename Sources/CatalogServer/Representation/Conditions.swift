import CatalogSources
import FoundationEssentials

/// The validators of a resource, which show whether a client has its current state (RFC 9110, section 8.8).
public struct Validators: Sendable, Equatable {
  /// The entity tag.
  public var tag: EntityTag?
  /// The time of the last change. Leave it out until the second of the change is over. Times are sent in whole seconds,
  /// so another change in the same second would go unnoticed.
  public var modified: Date?

  /// Creates validators.
  public init(tag: EntityTag? = nil, modified: Date? = nil) {
    self.tag = tag
    self.modified = modified
  }

  /// Creates validators from the fields of a response.
  init(_ fields: HeaderFields, now: Date) {
    self.init(
      tag: fields["etag"].flatMap { EntityTag(field: $0) },
      modified: fields["last-modified"].flatMap { HTTPDate.date($0, now: now) })
  }

  /// Adds the validators to the fields of a response.
  func write(to fields: inout HeaderFields) {
    if let tag { fields.set("ETag", tag.description) }
    if let modified, let text = HTTPDate.text(modified) { fields.set("Last-Modified", text) }
  }
}

/// The conditions of a request (RFC 9110, section 13).
struct Conditions {
  enum Outcome {
    /// The request is carried out.
    case proceed
    /// The client has the current state (304).
    case unchanged
    /// A condition is not met (412).
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

  /// Evaluates the conditions for an existing resource, in the order of RFC 9110, section 13.2.2.
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

  /// True if a condition is `*`. Such a condition depends only on whether the resource exists.
  var isOfAnything: Bool { fields["if-match"] == "*" || fields["if-none-match"] == "*" }

  /// Returns true if `If-Range` allows a partial response (RFC 9110, section 13.1.5): the resource has not changed
  /// since the client received another part of it.
  func allowsRange(of validators: Validators) -> Bool {
    guard let text = fields["if-range"] else { return true }
    if let tag = EntityTag(field: text) { return validators.tag.map(tag.isSame) ?? false }
    guard let date = HTTPDate.date(text, now: now), let modified = validators.modified else { return false }
    return seconds(date) == seconds(modified)
  }

  private func date(_ name: String) -> Date? { fields[name].flatMap { HTTPDate.date($0, now: now) } }
  private func seconds(_ date: Date) -> Double { date.timeIntervalSince1970.rounded(.down) }

  /// Parses a list of entity tags. Tags contain no spaces but may contain commas, so ``FieldList`` cannot parse them.
  private func tags(_ text: String) -> [EntityTag] {
    var tags: [EntityTag] = []
    var rest = text[...]
    while tags.count < FieldList.maxMembers {
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
