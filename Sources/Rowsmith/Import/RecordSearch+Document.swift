import RowsmithSchema

extension RecordSearch {
  /// Where a document of the model seems to begin, if nothing of it was found at the expected path; `nil` if it begins as
  /// expected, or nowhere.
  package static func path(
    of document: Schema.Document, in beginning: [UInt8], expectedAt path: [String] = []
  ) -> [String]? {
    guard let top = JSONOutline(beginning: beginning)[path] else { return nil }
    func score(_ outline: JSONOutline) -> Int { document.members.count { outline[$0.path] != nil } }
    if score(top) > 0 { return nil }
    var level = [(path: path, outline: top)]
    for _ in 0..<maximumDepth {
      level = level.flatMap { path, outline in
        outline.kind == .object ? outline.members.map { (path + [$0.key], $0.value) } : []
      }
      // On each level, the object with the most members of the document; the first if several have as many.
      let best = level.max { score($0.outline) < score($1.outline) }
      if let best, score(best.outline) > 0 { return best.path }
    }
    return nil
  }
}
