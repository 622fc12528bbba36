import Feed
import Foundation
import Rowsmith

// Opens a store many times over, and prints what it took: `Opening DATABASE`, where no file may be.
// baseline/open.py and baseline/open.c do the same work.

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: Opening DATABASE\n".utf8))
  exit(2)
}
let path = CommandLine.arguments[1]
let times = 100

func measure(_ name: String, before: () -> Void = {}) throws {
  let clock = ContinuousClock()
  var elapsed: [Duration] = []
  for _ in 0..<times {
    before()
    var store: Store?
    elapsed.append(try clock.measure { store = try openFeed(path) })
    store?.close()
  }
  let components = elapsed.sorted()[times / 2].components
  let seconds = Double(components.seconds) + Double(components.attoseconds) * 1e-18
  print("{\"work\": \"\(name)\", \"seconds\": \(seconds), \"checksum\": \(times)}")
}

try measure("open-new") {
  for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}
try measure("open-existing")
