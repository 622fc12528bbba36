import RowsmithModel

/// Suggests commands and options for unknown words.
enum Spelling {
  /// The names of commands and options in other programs.
  private static let kin: [String: [String]] = [
    "validate": ["check"], "lint": ["check"], "verify": ["check"], "codegen": ["generate"],
    "gen": ["generate"],
    "load": ["import"], "ingest": ["import"], "dump": ["export"], "produce": ["export"],
    "upgrade": ["migrate"],
    "sql": ["schema"], "ddl": ["schema"], "draw": ["diagram"], "erd": ["diagram"], "graph": ["diagram"],
    "--into": ["--from"], "--from": ["--into"], "--db": ["--into", "--from"],
    "--database": ["--into", "--from"],
    "--path": ["--at"], "--root": ["--at"], "--json": ["--format"], "--type": ["--entity"],
    "--schema": ["--model"],
    "--out": ["--output"], "--url": ["--base", "--server"], "--server": ["--base"], "--base": ["--server"],
    "--cacert": ["--ca-file"],
    "--token": ["--token-env"], "--data": ["--body"], "get": ["fetch"], "pull": ["fetch"],
    "download": ["fetch"],
    "push": ["send"], "upload": ["send"], "post": ["send"], "outbox": ["queue"], "-o": ["--output"],
    "--force": ["--allow-destructive"], "--lines": ["--ndjson"],
  ]

  /// A word of another program comes first, then the rules for diagnostics of models.
  static func nearest(to word: String, in known: [String]) -> String? {
    kin[word]?.first(where: known.contains) ?? Suggestion.nearest(to: word, in: known)
  }
}
