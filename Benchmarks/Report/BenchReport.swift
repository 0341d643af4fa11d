import CatalogSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Everything a run found out.
struct BenchReport {
  let books: Int
  let machine: Machine
  let versions: [(name: String, version: String)]
  let date = BenchReport.now
  var groups: [GroupResults] = []

  init(books: Int, machine: Machine, versions: [(name: String, version: String)]) {
    self.books = books
    self.machine = machine
    self.versions = versions
  }

  private static var now: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The document for programs; Benchmarks/README.md explains its keys.
  var json: [UInt8] {
    var json = JSONWriter(layout: .indented)
    json.beginObject()
    json.key("date")
    json.string(date)
    json.key("machine")
    json.beginObject()
    json.key("cores")
    json.integer(machine.cores)
    json.key("kernel")
    json.string(machine.kernel)
    json.key("processor")
    json.string(machine.processor)
    json.key("load")
    json.number(machine.load)
    json.endObject()
    json.key("versions")
    json.beginObject()
    for (name, version) in versions {
      json.key(name)
      json.string(version)
    }
    json.endObject()
    json.key("books")
    json.integer(books)
    json.key("measures")
    json.beginArray()
    for group in groups { for measure in group.measures { measure.write(group.group, to: &json) } }
    json.endArray()
    json.key("facts")
    json.beginArray()
    for group in groups {
      for fact in group.facts {
        json.beginObject()
        json.key("group")
        json.string(group.group)
        json.key("name")
        json.string(fact.name)
        json.key("value")
        json.string(fact.value)
        json.member("limit", fact.limit)
        json.member("isReached", fact.isReached)
        json.endObject()
      }
    }
    json.endArray()
    json.key("problems")
    json.strings(groups.flatMap(\.problems))
    json.endObject()
    json.endLine()
    return json.bytes
  }
}

extension Measure {
  fileprivate func write(_ group: String, to json: inout JSONWriter) {
    json.beginObject()
    json.key("group")
    json.string(group)
    json.key("name")
    json.string(name)
    own.write(to: &json)
    json.key("peer")
    if let peer {
      json.beginObject()
      json.key("does")
      json.string(peerDoes)
      peer.write(to: &json)
      json.endObject()
    } else {
      json.null()
    }
    json.key("ratio")
    json.number(ratio)
    json.key("rowsPerSecond")
    json.integer(rowsPerSecond)
    json.member("limit", limit?.text)
    json.member("isReached", isReached)
    json.key("note")
    json.string(note.isEmpty ? nil : note)
    json.endObject()
  }
}

extension Distribution {
  fileprivate func write(to json: inout JSONWriter) {
    json.key("runs")
    json.integer(runs)
    json.key("medianMilliseconds")
    json.number(median)
    json.key("p99Milliseconds")
    json.number(p99)
  }
}
