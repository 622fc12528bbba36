import Foundation
import Rowsmith
import RowsmithModel

let arguments = CommandLine.arguments
let result = try ModelCompiler.load(path: arguments[2])
for d in result.diagnostics { print(d) }
guard let schema = result.schema else { exit(1) }
let store = try Store(.file(arguments[3]), schema: schema)
let target: ImportTarget = arguments[4] == "--document" ? .document(arguments[5]) : .entity(arguments[5])
do {
  let report = try store.importJSON(.file(arguments[1]), into: target)
  print(report)
} catch {
  print(error)
  exit(1)
}
