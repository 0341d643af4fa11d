import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import Synchronization

/// A calibre content server in memory, with the parts that a source uses. Its modification times have fractions of
/// seconds until it is restarted. It does not report deletions, and its own clock advances with each change.
final class CalibreFixture: SourceFixture {
  private struct Entry {
    var title: String
    var isRuined = false
    /// Milliseconds since 1970.
    var changed: Int64
  }

  private struct State {
    var now: Int64 = 1_767_225_600_000
    var changed: Int64 = 1_767_225_600_000
    var entries: [Int: Entry] = [:]
    /// The server's book numbers by the test's numbers. No number is reused.
    var numbers: [Int: Int] = [:]
    var next = 1
  }

  private let state = Mutex(State())
  let transport: ScriptedTransport
  let address: String
  let library: Mutex<String> = Mutex("Books")
  /// Additional JSON members of each book.
  let members = Mutex("")

  init(address: String = "http://books.example:8080") {
    self.address = address
    let reference = Reference()
    transport = ScriptedTransport { request in reference.fixture.withLock { $0?.answer(request) } }
    reference.fixture.withLock { $0 = self }
  }

  private final class Reference: Sendable {
    let fixture = Mutex<CalibreFixture?>(nil)
  }

  func source() -> any BookSource { CalibreSource(name: "calibre", address: address, transport: transport) }

  func put(_ book: Int, title: String) {
    state.withLock { state in
      let number = state.numbers[book] ?? state.next
      state.next = max(state.next, number + 1)
      state.numbers[book] = number
      state.entries[number] = Entry(title: title, changed: state.now)
      Self.change(&state)
    }
  }

  func delete(_ book: Int) {
    state.withLock { state in
      guard let number = state.numbers[book] else { return }
      state.entries[number] = nil
      Self.change(&state)
    }
  }

  func ruin(_ book: Int) {
    state.withLock { state in
      guard let number = state.numbers[book] else { return }
      state.entries[number]?.isRuined = true
      state.entries[number]?.changed = state.now
      Self.change(&state)
    }
  }

  /// Records a change. Most changes fall into the same second as the previous one.
  private static func change(_ state: inout State) {
    state.changed = state.now
    state.now += 347
  }

  func remoteID(of book: Int) -> String { state.withLock { String($0.numbers[book] ?? 0) } }

  /// Lets some seconds pass and restarts the server, which loses the fractions of seconds.
  func settle() {
    state.withLock { state in
      state.now += 5_000
      state.entries = state.entries.mapValues { entry in
        var entry = entry
        entry.changed -= entry.changed % 1_000
        return entry
      }
    }
  }

  private func answer(_ request: HTTPRequest) -> ScriptedTransport.Answer? {
    let path = request.url.drop { $0 != "8" }.dropFirst(4).prefix { $0 != "?" }
    let parameters = request.parameters
    let parts = path.split(separator: "/")
    if parts.first == "ajax", parts.count == 3, parts[2] != library.withLock({ $0[...] }) {
      return ScriptedTransport.Answer(status: 404)
    }
    return state.withLock { state in
      switch parts.prefix(2).joined(separator: "/") {
      case "opds":
        return ScriptedTransport.Answer(headers: [
          "Last-Modified": Self.httpDate(state.changed), "Date": Self.httpDate(state.now),
        ])
      case "ajax/search":
        let ids = state.entries.sorted { ($1.value.changed, $0.key) < ($0.value.changed, $1.key) }.map(\.key)
        return ScriptedTransport.Answer(
          #"{"total_num":\#(ids.count),"library_id":"\#(library.withLock { $0 })","book_ids":\#(ids)}"#,
          type: "application/json")
      case "ajax/books":
        let ids = (parameters["ids"] ?? "").split(separator: "%2C").compactMap { Int($0) }
        let books = ids.map { id in
          guard let entry = state.entries[id] else { return #""\#(id)":null"# }
          let title = entry.isRuined ? (id.isMultiple(of: 2) ? "5" : #""\ud800""#) : #""\#(entry.title)""#
          return #""\#(id)":{"application_id":\#(id),"title":\#(title),"authors":["Ada"],\#(members.withLock { $0 })"#
            + #""last_modified":"\#(Self.isoTime(entry.changed))"}"#
        }
        return ScriptedTransport.Answer("{\(books.joined(separator: ","))}", type: "application/json")
      default: return nil
      }
    }
  }

  /// Returns a time in calibre's format: with six fractional digits if it is not a whole second.
  private static func isoTime(_ milliseconds: Int64) -> String {
    let text = Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601).dropLast()
    let fraction = milliseconds % 1_000
    return text + (fraction == 0 ? "" : "." + String(String(fraction + 1_000).dropFirst()) + "401") + "+00:00"
  }

  private static func httpDate(_ milliseconds: Int64) -> String {
    let text = Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split { "-T:Z".contains($0) }
    return "Thu, \(parts[2]) \(months[(Int(parts[1]) ?? 1) - 1]) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) GMT"
  }
}
