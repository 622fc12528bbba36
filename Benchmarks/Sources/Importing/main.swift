import Deep
import Feed
import Foundation
import Links
import Numbers
import Rowsmith
import Texts
import Wide

// Imports as an app would, through a module made from the model:
//
//   Importing MODEL ENTITY DATABASE DOCUMENT [--each] [--prune]
//
// DOCUMENT `-` is standard input. --each: every line is a document of its own, in a transaction of its own.
// --prune: deletes the rows of the entity that the document does not name.

let opening: [String: (String) throws -> Store] = [
  "Deep": openDeep, "Feed": openFeed, "Links": openLinks, "Numbers": openNumbers, "Texts": openTexts,
  "Wide": openWide,
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 4, let open = opening[arguments[0]] else {
  FileHandle.standardError.write(
    Data("usage: Importing MODEL ENTITY DATABASE DOCUMENT [--each] [--prune]\n".utf8))
  exit(2)
}
let target = ImportTarget.entity(arguments[1])
let path = arguments[3]
// A pipe is made wider, so that its other end goes on while the database is opened.
let source = path == "-" ? JSONSource.descriptor(0) : .file(path)
let store = try open(arguments[2])

if arguments.contains("--each") {
  let file = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
  // An app has its documents one by one: finding them is not what is measured.
  try file.withUnsafeBytes { bytes in
    var start = 0
    while start < bytes.count, let base = bytes.baseAddress {
      let end = memchr(base + start, 0x0A, bytes.count - start).map {
        base.distance(to: UnsafeRawPointer($0))
      }
      let line = Data(bytes: base + start, count: (end ?? bytes.count) - start)
      if !line.isEmpty { try store.importJSON(.data(line), into: target) }
      start = (end ?? bytes.count) + 1
    }
  }
} else {
  var options = ImportOptions()
  if arguments.contains("--prune") { options.policy = .mergeAndPrune }
  try store.importJSON(source, into: target, options: options)
}
store.close()
