import CatalogSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Open Library's dumps: how fast one is gone through beside what only unpacks it, and how fast an ISBN file answers.
struct DumpGroup: BenchGroup {
  let name = "dump"
  let summary = "reading dumps of Open Library, and looking into an ISBN file"

  private static let (bytes, rows) = (400_000_000, 1_000_000)
  /// The number of the catalog's books that a dump contains. It is small, because storing matches is not part of
  /// reading.
  private static let found = 1_000
  /// At least four fifths of the speed of what only unpacks.
  private static let ratio = 1.25

  func run(_ context: BenchContext, _ results: inout GroupResults) throws {
    results.measures.append(try scan(context))
    results.measures.append(try lookUp(context))
  }

  private func scan(_ context: BenchContext) throws -> Measure {
    let (dump, target) = (context.data.scratch("editions.txt.gz"), context.data.scratch("dump.db"))
    defer {
      unlink(dump)
      context.data.remove(target)
    }
    let after = max(1, context.options.books - Self.found)
    try ProcessCommand(
      program: "sh",
      arguments: [
        "-c", "\"$0\" dump-lines --bytes \(Self.bytes) --after \(after) editions | gzip > \"$1\"", context.benchProgram,
        dump,
      ]
    ).run()
    let unpacking = ProcessCommand(program: "sh", arguments: ["-c", "zcat \"$0\" | wc -c", dump])
    var samples = Samples()
    for _ in 0..<5 {
      // A fresh copy, because books that were found before are not stored again.
      _ = try context.data.copyOfCatalog(target)
      let reading = context.catalog("--db", target, "metadata", "--from-dump", dump)
      samples.own.append(try Stopwatch.milliseconds(reading.run))
      samples.peer.append(try Stopwatch.milliseconds(unpacking.run))
    }
    var measure = Measure(
      "catalog metadata --from-dump (400 MB)", samples,
      peer: "zcat FILE | wc -c: unpacks the same file and counts its bytes")
    measure.limit = .ratio(Self.ratio)
    return measure
  }

  private func lookUp(_ context: BenchContext) throws -> Measure {
    let file = context.data.scratch("isbn.db")
    defer { unlink(file) }
    _ = try ISBNRows.make(file, rows: Self.rows)
    var samples = Samples()
    samples.own = try ISBNRows.lookups(file, rows: Self.rows, count: 10_000)
    var measure = Measure("a look-up in an ISBN file", samples, peer: nil)
    measure.note = "\(Self.rows) rows"
    measure.limit = .p99Milliseconds(1)
    return measure
  }
}
