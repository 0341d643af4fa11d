import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests that no viewer is shown anything else than before. `CATALOG_RECORD_ANSWERS=1` records the answers again.
@Suite struct RecordedAnswersTests {
  private typealias Answer = RecordedAnswers.Answer

  @Test func `every viewer gets the recorded answer to every request`() async throws {
    let server = try await RecordedServer()
    let answers = try await read(server) + change(server)
    let differences = try RecordedAnswers("Tests/Recorded/server.txt", answers).differences()
    for difference in differences { Issue.record(Comment(rawValue: difference)) }
  }

  /// Returns the answers to requests that change nothing, which all viewers send at the same time.
  private func read(_ server: RecordedServer) async throws -> [Answer] {
    let brief = RecordedRequest.brief.map { RecordedRequest($0, server.people) }
    let others = RecordedRequest.whole.map { RecordedRequest($0, server.people) }
    let slow = RecordedRequest.slow.map { RecordedRequest($0, server.people) }
    return try await withThrowingTaskGroup(of: (Int, [Answer]).self) { group in
      for (index, viewer) in RecordedViewer.all.enumerated() {
        group.addTask {
          var answers: [Answer] = []
          for request in brief {
            let reply = try await server.ask(request, viewer)
            answers.append(try Self.answer(reply, to: request.line, for: viewer, of: server))
            guard request.method == "GET" else { continue }
            let again = try await server.ask(request, viewer, ["If-None-Match": reply.fields["etag"] ?? "\"\""])
            answers.append(try Self.answer(again, to: "\(request.line), again", for: viewer, of: server))
          }
          for request in (viewer.isBrief ? [] : others) + (viewer.asksAll ? slow : []) {
            let reply = try await server.ask(request, viewer)
            answers.append(try Self.answer(reply, to: request.line, for: viewer, of: server))
          }
          return (index, answers)
        }
      }
      return Self.ordered(try await group.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }
  }

  /// Returns the answers to requests that change the catalog, which the viewers send one after the other.
  private func change(_ server: RecordedServer) async throws -> [Answer] {
    var answers: [Int: [Answer]] = [:]
    for (index, viewer) in RecordedViewer.changers.enumerated() {
      for (number, line) in RecordedRequest.changes.enumerated() {
        let reply = try await server.ask(RecordedRequest(line, server.people), viewer)
        answers[index, default: []].append(
          try Self.answer(reply, to: "\(number + 1). \(line)", for: viewer, of: server))
      }
    }
    return Self.ordered(answers)
  }

  /// Returns the answers of all viewers, grouped by the request.
  private static func ordered(_ answers: [Int: [Answer]]) -> [Answer] {
    let byViewer = answers.sorted { $0.key < $1.key }.map(\.value)
    return (0..<(byViewer.map(\.count).max() ?? 0)).flatMap { index in
      byViewer.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  private static func answer(
    _ reply: Reply, to question: String, for viewer: RecordedViewer, of server: RecordedServer
  ) throws -> Answer {
    let told = try RecordedReply(reply, folder: server.people.path, after: server.changes)
    return Answer(question, by: viewer.label, summary: String(told.status), text: told.text)
  }
}
