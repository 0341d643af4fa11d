// Kills refreshes and checks the files that they leave. See TortureOptions for the options.
import Catalog
import Platform

do {
  switch try TortureOptions(CommandLine.arguments.dropFirst()) {
  case .child(let plan): try await ChildWork(plan).run()
  case .kills(let runs, let seed): try await KillingParent(seed: seed).torture(runs: runs)
  case .pairs(let runs, let seed): try await PairParent(seed: seed).torture(runs: runs)
  }
} catch {
  let line = Array("error: \(error)\n".utf8)
  _ = write(2, line, line.count)
  exit(1)
}
