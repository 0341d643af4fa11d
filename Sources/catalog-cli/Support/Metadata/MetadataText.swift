import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

/// Functions that describe metadata from providers in words.
enum MetadataText {
  /// The names of the known providers.
  static let providers = MetadataProviders.names

  /// Returns the name of a provider as shown to the user.
  static func name(of provider: String) -> String { provider == "openlibrary" ? "Open Library" : provider }

  /// Returns the reason why a provider's host does not respond, and the time of the next attempt; `nil` if the host
  /// responds.
  static func hostFailure(_ report: MetadataReport) -> String? {
    report.hostFailure.map { failure in
      "\(failure)" + (report.hostWaitsUntil.map { "; next try \($0.localTime)" } ?? "")
    }
  }

  /// Returns a text such as “100 found, 12 unknown to Open Library, 6 failed”.
  static func counts(_ report: MetadataReport, _ provider: String) -> String {
    var parts = ["\(report.loaded.grouped) found"]
    if report.missing > 0 { parts.append("\(report.missing.grouped) unknown to \(name(of: provider))") }
    if report.failed > 0 { parts.append("\(report.failed.grouped) failed") }
    if report.waiting > 0 { parts.append("\(report.waiting.grouped) waiting") }
    return parts.joined(separator: ", ")
  }

  /// Returns a text such as “openlibrary: 100 found (12 without description so far), 3 waiting, 12 unknown, 6 failed”.
  static func text(of status: MetadataStatus.Provider) -> String {
    let incomplete = status.incomplete > 0 ? " (\(status.incomplete.grouped) without description so far)" : ""
    var parts = ["\(status.name): \(status.loaded.grouped) found\(incomplete)"]
    if status.waiting > 0 { parts.append("\(status.waiting.grouped) waiting") }
    if status.missing > 0 { parts.append("\(status.missing.grouped) unknown") }
    if status.failed > 0 { parts.append("\(status.failed.grouped) failed") }
    return parts.joined(separator: ", ")
  }

  /// Returns the age of `time` in words, such as “3 days ago”.
  static func age(of time: Date, now: Date) -> String {
    let seconds = max(0, now.timeIntervalSince(time))
    for (unit, length) in [("day", 86_400.0), ("hour", 3_600), ("minute", 60)] where seconds >= length {
      return "\(Int(seconds / length).counted(unit)) ago"
    }
    return "just now"
  }
}

/// The metadata of a book from providers, with one line for each field. It is shown below the book's own fields.
struct MetadataDetails {
  let console: Console
  let now: Date

  func write(_ found: [BookMetadata], to lines: LabelledLines, labelWidth: Int) throws {
    for (label, value) in labelledValues(found) { try lines.write(label, flowed(value, labelWidth)) }
  }

  func labelledValues(_ found: [BookMetadata]) -> [(String, String)] {
    found.flatMap { entry -> [(String, String)] in
      let metadata = entry.metadata
      let age = console.isTerminal ? MetadataText.age(of: entry.fetched, now: now) : entry.fetched.rfc3339
      let values: [(String, String?)] = [
        ("metadata", "\(entry.provider), \(age)"), ("description", metadata.description),
        ("subjects", metadata.subjects.joined(separator: "; ")),
        ("first year", metadata.firstPublished?.description), ("online rating", rating(metadata)),
        ("cover", metadata.cover),
      ]
      return values.compactMap { label, value in
        if let value, !value.isEmpty { (label, value) } else { nil }
      }
    }
  }

  private func rating(_ metadata: ProviderMetadata) -> String? {
    metadata.averageRating.map { rating in
      rating.shortest + (metadata.ratingsCount.map { " (\($0.counted("rating")))" } ?? "")
    }
  }

  /// Returns the text wrapped to the room next to its label. If the output is not a terminal, the text is unchanged.
  private func flowed(_ text: String, _ labelWidth: Int) -> String {
    guard console.isTerminal else { return text }
    let width = max(20, min(console.outputSettings.width, 100) - labelWidth)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { $0.allSatisfy(\.isWhitespace) ? [""] : wrapped(String($0), width: width) }.joined(separator: "\n")
  }
}
