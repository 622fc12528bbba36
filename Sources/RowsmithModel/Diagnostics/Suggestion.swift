/// Finds the word that was probably meant.
package enum Suggestion {
  /// Words of other modelling languages, in folded spelling, with the words for them here.
  private static let kin: [String: [String]] = [
    "key": ["PrimaryKey"], "primary": ["PrimaryKey"], "primaryattribute": ["PrimaryKey"],
    "identifier": ["PrimaryKey"],
    "identificationattribute": ["PrimaryKey"], "properties": ["attributes"], "fields": ["attributes"],
    "columns": ["attributes"], "relations": ["relationships"], "associations": ["relationships"],
    "parent": ["extends"], "inherits": ["extends"], "superclass": ["extends"], "superentity": ["extends"],
    "indices": ["indexes"], "index": ["indexes", "index"], "indexes": ["index"], "indexed": ["index"],
    "uniques": ["unique"], "uniquenessconstraints": ["unique"], "keypath": ["ImportName", "at"],
    "jsonkey": ["ImportName"], "path": ["ImportName", "at"], "format": ["DateFormat"],
    "policy": ["MergePolicy"], "mergepolicy": ["policy"],
    "destination": ["to"], "target": ["to"], "type": ["to", "type"], "entity": ["to"], "to": ["type"],
    "deletionrule": ["DeleteRule"], "ondelete": ["DeleteRule"], "description": ["doc"], "comment": ["doc"],
    "documentation": ["doc"], "docs": ["doc"], "enumerations": ["enums"], "models": ["entities"],
    "tables": ["entities"], "version": ["rowsmith"], "formatversion": ["rowsmith"],
    "transformer": ["Transform"],
    "previousname": ["RenamedFrom"], "renamed": ["RenamedFrom"], "renamingidentifier": ["RenamedFrom"],
    "defaultvalue": ["default"], "cases": ["values"], "ordering": ["ordered"], "order": ["ordered"],
    "inverserelationship": ["inverse"],
    "anyof": ["oneOf"], "polymorphic": ["oneOf"], "transient": ["local"], "tombstone": ["DeletedWhen"],
    "deleted": ["DeletedWhen"], "updatedat": ["ModificationAttribute"],
    "timestampkey": ["ModificationAttribute"],
    // Routes.
    "url": ["baseURL"], "host": ["baseURL"], "server": ["baseURL", "serverWins"], "endpoint": ["baseURL"],
    "api": ["baseURL"],
    "endpoints": ["routes"], "paths": ["routes"], "params": ["query"], "parameters": ["query", "arguments"],
    "args": ["arguments"], "body": ["sends"], "request": ["sends"], "response": ["returns"],
    "result": ["returns"], "root": ["at", "under"], "wrapper": ["under"], "pagination": ["pages"],
    "paging": ["pages"], "ttl": ["maxAge"], "expires": ["maxAge"], "etag": ["cache"],
    "since": ["incremental"],
    "removes": ["deletes"],
    // Synchronisation.
    "synchronise": ["sync"], "synchronize": ["sync"], "synced": ["sync"], "backend": ["server"],
    "adapter": ["server"], "table": ["collection"], "mode": ["direction"], "lastwritewins": ["lastWriter"],
    "lww": ["lastWriter"], "newest": ["lastWriter"], "latest": ["lastWriter"], "theirs": ["serverWins"],
    "remotewins": ["serverWins"], "mine": ["clientWins"], "ours": ["clientWins"],
    "localwins": ["clientWins"], "client": ["clientWins"], "merge": ["fieldMerge"], "ask": ["manual"],
    "delete": ["deleteWins"], "edit": ["editWins"], "ondeleteconflict": ["deleteConflict"],
    "conflicts": ["conflict"], "conflictpolicy": ["conflict"],
    // Types.
    "integer": ["Int"], "int16": ["Int"], "int32": ["Int"], "int64": ["Int"], "uint": ["Int"],
    "number": ["Double"],
    "float": ["Double"], "real": ["Double"], "boolean": ["Bool"], "text": ["String"], "str": ["String"],
    "datetime": ["Date"], "timestamp": ["Date", "epochSeconds"], "guid": ["UUID"], "uri": ["URL"],
    "binary": ["Data"], "blob": ["Data"], "bytes": ["Data"], "any": ["JSON"], "object": ["JSON"],
    "money": ["Decimal"], "numeric": ["Decimal"],
    // Date formats.
    "epoch": ["epochSeconds"], "unix": ["epochSeconds"], "seconds": ["epochSeconds"],
    "milliseconds": ["epochMilliseconds"], "epochmillis": ["epochMilliseconds"], "iso": ["iso8601"],
    "rfc3339": ["iso8601"], "http": ["rfc1123"], "rfc822": ["rfc1123"], "rfc2822": ["rfc1123"],
    // Casings.
    "snake": ["snake_case"], "camel": ["camelCase"], "pascal": ["PascalCase"], "kebab": ["kebab-case"],
    "none": ["exact"], "uppercamelcase": ["PascalCase"], "lowercamelcase": ["camelCase"],
    // Policies and rules.
    "assign": ["MergeAndPrune"], "overwrite": ["Replace"], "update": ["Merge"], "noaction": ["Nullify"],
    "restrict": ["Deny"], "setnull": ["Nullify"], "remove": ["Delete"],
  ]

  /// The nearest of the known words; `nil` if none is near enough.
  ///
  /// Another spelling of the same letters comes first, then a word of another language, then the word with the fewest mistyped
  /// letters: at most one in three; the first one wins a tie.
  package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
    let known = known.filter { $0 != word }
    let folded = fold(word)
    if let same = known.first(where: { fold($0) == folded }) { return same }
    if let relative = kin[folded]?.first(where: known.contains) { return relative }
    let limit = max(1, word.count / 3)
    var best: (word: String, distance: Int)?
    for candidate in known where abs(candidate.count - word.count) <= limit {
      let distance = EditDistance.between(folded, fold(candidate))
      if distance <= limit, distance < min(best?.distance ?? .max, candidate.count) {
        best = (candidate, distance)
      }
    }
    return best?.word
  }

  /// The letters of a word, without case and separators.
  private static func fold(_ word: String) -> String {
    word.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
  }
}
