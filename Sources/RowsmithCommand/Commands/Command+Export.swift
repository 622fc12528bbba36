import Foundation
import Rowsmith
import RowsmithSchema

extension Command {
  /// `rowsmith export`.
  static let export = Command(
    name: "export", summary: "Produces JSON or CSV from a database, in the spelling of the server.",
    options: [
      model.declaration, database.declaration, DatabaseKeyArguments.file.declaration, entity.declaration,
      key.declaration, condition.declaration,
      keyed.declaration, ndjson.declaration, csv.declaration,
      pretty.declaration, nulls.declaration, toOne.declaration, toMany.declaration, foreignKeys.declaration,
      embed.declaration, keysOf.declaration, omit.declaration, only.declaration,
    ],
    discussion: """
      The JSON can be imported again: into this database it changes nothing; into an empty one it makes the same rows, \
      once every entity is imported. Related records are written as keys; a to-many relationship is left out if the other \
      side names the record, unless it is ordered. A null is left out, unless the attribute has a default.

      `--embed albums` writes the records of a relationship whole instead of their keys; `--embed albums.tracks` those \
      embedded in them, too. `--only` and `--omit` name attributes as well: `--only name --only albums.title`. If \
      several options name the same relationship, --omit overrides --embed, and --embed overrides --keys.

      With --csv, each value is a column with the name that the server gives it, `user.name` for a \
      value inside an object; lists and embedded records are JSON. `rowsmith import --csv` reads it.

      A key of several parts is written with commas between them; `\\,` is a comma in a part, `\\\\` a backslash. \
      Records come in the order of their keys, or in the order of the --key options. Notes on what the JSON cannot \
      express go to standard error.
      """
  ) { arguments, terminal in
    let file = try DatabaseFile(path: arguments.require(database), arguments)
    let modelPath = try arguments[model] ?? modelPath(beside: file)
    let name = try arguments.require(entity)
    let keys = try arguments.all(key)
    let given = try exportOptions(arguments)
    let loaded = try LoadedModel(path: modelPath, terminal)
    _ = try loaded.entity(name, option: "entity", command: "export")
    let options = try ExportNames(loaded.schema, entity: name).resolved(given)
    loaded.reportWarnings(to: terminal)
    guard FileManager.default.fileExists(atPath: file.path) else {
      terminal.report("error: there is no database '\(file.path)'")
      return .failed
    }
    let interruption = Interruption()
    return try interruption.watching {
      let store = try Store(
        .existingFile(file.path), schema: loaded.schema, options: file.readOnlyOptions,
        isStopped: { interruption.isRaised })
      defer { store.close() }
      do {
        let stored = try keys.isEmpty ? nil : storedKeys(keys, of: name, in: store)
        let report = try store.exportJSON(entity: name, keys: stored, options: options) { bytes in
          try interruption.check()
          try terminal.output.write(bytes, interruption)
        }
        let advice = options.condition.flatMap(ConditionColumns(loaded.schema, entity: name).note(on:))
        for note in report.notes + (advice.map { [$0] } ?? []) { terminal.report("note: \(note)") }
      } catch let error as ExportError where error.reason == .badCondition {
        throw ConditionColumns(loaded.schema, entity: name).error(error, in: options.condition)
      } catch let error as ExportError where error.reason == .unknownTarget {
        throw UsageError(error.message, command: "export")
      }
      return .done
    }
  }

  /// How the records are written.
  private static func exportOptions(_ arguments: ParsedArguments) throws -> ExportOptions {
    var options = ExportOptions()
    options.nulls = try arguments[nulls] ?? options.nulls
    options.toOne = try arguments[toOne] ?? options.toOne
    options.toMany = try arguments[toMany] ?? options.toMany
    options.usesImpliedForeignKeys = arguments[foreignKeys]
    options.embedded = try arguments.all(embed)
    options.keys = try arguments.all(keysOf)
    options.omitted = try arguments.all(omit)
    let only = try arguments.all(only)
    options.only = only.isEmpty ? nil : only
    options.isPretty = arguments[pretty]
    if arguments[ndjson] {
      if options.isPretty {
        throw UsageError("--ndjson and --pretty exclude each other: a record is one line", command: "export")
      }
      options.layout = .lines
    }
    if arguments[csv] {
      if options.isPretty || options.layout == .lines {
        throw UsageError("--csv excludes --ndjson and --pretty", command: "export")
      }
      options.layout = .csv
    }
    if arguments[keyed] {
      if options.layout != .array {
        throw UsageError("--keyed excludes --ndjson and --csv", command: "export")
      }
      options.layout = .map
    }
    options.condition = try arguments[condition]
    if options.condition != nil, try !arguments.all(key).isEmpty {
      throw UsageError("--where and --key exclude each other", command: "export")
    }
    return options
  }

  /// The model beside the database, which an import made, if no model is given.
  private static func modelPath(beside file: DatabaseFile) throws(UsageError) -> String {
    let path = ImportPlan.path(beside: file.path)
    if FileManager.default.fileExists(atPath: path) { return path }
    throw UsageError(
      "--model is missing, and there is no model '\(path)' beside the database: name it with --model MODEL",
      command: "export")
  }

  private static func storedKeys(_ keys: [String], of entity: String, in store: Store) throws
    -> [[StoredValue]]
  {
    let count = store.keyColumns(of: entity).count
    do {
      return try keys.map { try store.key(of: entity, parsing: KeySyntax.key($0, parts: count)) }
    } catch let error as ImportError {
      throw UsageError("--key: \(error.message)", command: "export")
    }
  }

  private static let model = Option(
    "model", "MODEL",
    "The model: a YAML file, or a folder of them. By default the file beside DB with its name and `.yml`."
  )
  private static let database = Option("from", "DB", "The database file.", need: .required)
  private static let entity = Option(
    "entity", "NAME", "The entity whose records are written.", need: .required)
  private static let key = Option("key", "K", "Writes only the record with this key.", isRepeatable: true)
  private static let condition = Option(
    "where", "SQL",
    "Writes only the records that meet this condition over the columns of the entity's table, such as `formed < 1975`."
  )
  private static let csv = Flag("csv", "Writes a table: CSV with a header (RFC 4180).")
  private static let keyed = Flag(
    "keyed", "Writes an object of the records instead of an array, keyed by what an import reads from `$key`."
  )
  private static let ndjson = Flag("ndjson", "Writes one record on each line instead of an array.")
  private static let pretty = Flag("pretty", "Formats the JSON over several lines, indented by two spaces.")
  private static let nulls = Option<ExportOptions.Nulls>(
    "nulls", "Whether missing values are left out (the default) or written as `null`.")
  private static let toOne = Option<ExportOptions.ToOne>(
    "to-one", "How to-one relationships are written, unless another option names them; `key` by default.")
  private static let toMany = Option<ExportOptions.ToMany>(
    "to-many",
    "How to-many relationships are written, unless another option names them; `automatic` by default.")
  private static let foreignKeys = Flag(
    "foreign-keys",
    "Writes keys under `band_id` if the model names no ForeignKey, even those that were imported from `band`."
  )
  private static let keysOf = Option<[String]>(
    "keys", "REL", "Writes the keys of this relationship's records, even if the other side names them.",
    isRepeatable: true
  ) { text throws(UsageError) in try KeySyntax.path(text, after: "keys") }
  private static let omit = Option<[String]>(
    "omit", "NAME", "Leaves out this attribute or relationship.", isRepeatable: true
  ) { text throws(UsageError) in try KeySyntax.path(text, after: "omit") }
  private static let only = Option<[String]>(
    "only", "NAME", "Writes this attribute or relationship and the key, and nothing that is not named.",
    isRepeatable: true
  ) { text throws(UsageError) in try KeySyntax.path(text, after: "only") }
  private static let embed = Option<[String]>(
    "embed", "REL",
    "Writes the records of this relationship whole; a path such as `albums.tracks` goes deeper.",
    isRepeatable: true
  ) { text throws(UsageError) in try KeySyntax.path(text, after: "embed") }
}
