import CZlib
import Catalog
import FoundationEssentials

/// Answers that are recorded in a file of the project, so that a test notices every change to one of them. In the file,
/// each question is a heading. Below it is a line for each person who asks: the person, a summary of the answer, and
/// the size and the checksum of its text.
///
/// `CATALOG_RECORD_ANSWERS=1 scripts/test --filter Recorded` records all answers again; `git diff` shows the changes.
public struct RecordedAnswers {
  /// An answer to a question.
  public struct Answer: Sendable {
    fileprivate let question: String
    fileprivate let asker: String
    fileprivate let summary: String
    fileprivate let text: String

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - asker: The person who asked. A name without spaces.
    ///   - summary: The part of the answer that is recorded as it is, such as a status.
    ///   - text: The text whose checksum is recorded. It contains nothing that differs between runs.
    public init(_ question: String, by asker: String, summary: String, text: String) {
      (self.question, self.asker, self.summary, self.text) = (question, asker, summary, text)
    }

    fileprivate var line: String {
      var text = text
      let sum = text.withUTF8 { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
      let digits = String(sum, radix: 16)
      let padded = String(repeating: "0", count: 8 - digits.count) + digits
      return "  \(asker)  \(summary) \(text.utf8.count) \(padded)"
    }
  }

  /// The number of differences that are reported in full.
  private static let reportedDifferences = 10
  /// The number of lines of an answer that a difference quotes.
  private static let quotedLines = 24
  /// The number of bytes of each quoted line.
  private static let quotedBytes = 500

  private let path: String
  private let answers: [Answer]

  /// Creates the answers for a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file in the project.
  ///   - answers: The current answers. Answers to the same question follow each other.
  public init(_ path: String, _ answers: [Answer]) { (self.path, self.answers) = (path, answers) }

  /// The text of the file with the current answers.
  var text: String {
    var lines: [String] = []
    var question: String?
    for answer in answers {
      if answer.question != question { lines.append(answer.question) }
      question = answer.question
      lines.append(answer.line)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the first answers that differ from the recorded ones, each with its first lines, and the number of the
  /// others. If the environment asks to record, writes the file instead.
  public func differences() throws -> [String] {
    if ProcessInfo.processInfo.environment["CATALOG_RECORD_ANSWERS"] == "1" {
      try Repository.write(text, to: path)
      return []
    }
    let all = differences(from: Repository.exists(path) ? try Repository.text(of: path) : "")
    let unreported = all.count - Self.reportedDifferences
    return all.prefix(Self.reportedDifferences) + (unreported > 0 ? ["\(unreported) more answers have changed"] : [])
  }

  /// Returns each answer that differs from those in a text with the form of the file.
  func differences(from recorded: String) -> [String] {
    var lines: [String: String] = [:]
    var question = ""
    for line in recorded.split(separator: "\n") {
      guard line.hasPrefix("  ") else {
        question = String(line)
        continue
      }
      lines["\(question), asked by \(line.dropFirst(2).prefix { $0 != " " })"] = String(line)
    }
    var differences: [String] = []
    for answer in answers {
      let name = "\(answer.question), asked by \(answer.asker)"
      let known = lines.removeValue(forKey: name)
      guard known != answer.line else { continue }
      let quoted = answer.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(Self.quotedLines)
        .map { "    " + $0.prefix(Self.quotedBytes) }.joined(separator: "\n")
      differences.append(
        "\(name)\n  recorded: \(known?.trimmed() ?? "nothing")\n  now:      \(answer.line.trimmed())\n\(quoted)")
    }
    return differences + lines.keys.sorted().map { "\($0): recorded, but no longer asked" }
  }
}
