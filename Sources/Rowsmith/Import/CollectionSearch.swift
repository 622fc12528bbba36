/// Finds the lists of objects in a document, for the error message if there is nothing at the path asked for.
package enum CollectionSearch {
  /// The paths of the lists, outer ones first; empty for the document itself. If some end with the keys asked for, only those.
  ///
  /// `beginning` may be cut off anywhere; lists after the cut are not found.
  package static func paths(in beginning: [UInt8], askedFor asked: [String]) -> [[String]] {
    var found: [[String]] = []
    let top = JSONOutline(beginning: beginning)
    if top.kind == .array, top.members.first?.value.kind == .object { found.append([]) }
    var level = [(path: [String](), outline: top)]
    for _ in 0..<RecordSearch.maximumDepth {
      level = level.flatMap { path, outline in
        outline.kind == .object ? outline.members.map { (path + [$0.key], $0.value) } : []
      }
      for (path, outline) in level where outline.kind == .array {
        if outline.members.first?.value.kind == .object { found.append(path) }
      }
    }
    let ending = found.filter { $0.suffix(asked.count) == asked[...] }
    if !ending.isEmpty { return ending }
    let named = found.filter { $0.last == asked.last }
    return named.isEmpty ? found : named
  }
}
