// grdb-peer FILE: opens a copy of a catalog as an app on GRDB would, writes “ready”, then answers each line of standard
// input by a line with milliseconds:
//
//   page N             page N of 20 rows, the last added first
//   rename ID TITLE    one UPDATE in a transaction of its own
//   tell ID TITLE      the same, until an observation of the page that the row is on has told of it
//
// Parts of a line stand between tabs.
import Dispatch
import Foundation
import GRDB

guard CommandLine.arguments.count == 2 else { fatalError("usage: grdb-peer FILE") }
let peer = try GRDBPeer(CommandLine.arguments[1])
// Observations are told on the main queue, as in an app.
Thread.detachNewThread {
  func write(_ answer: String) { FileHandle.standardOutput.write(Data((answer + "\n").utf8)) }
  write("ready")
  while let line = readLine() {
    do {
      write("\(try peer.answer(line.split(separator: "\t").map(String.init)))")
    } catch {
      write("error: \(error)")
    }
  }
  exit(0)
}
dispatchMain()
