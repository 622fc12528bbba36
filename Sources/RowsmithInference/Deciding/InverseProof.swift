import Rowsmith
import RowsmithModel
import RowsmithSchema

/// A to-one and a to-many whose names suggest that they are inverses: `Post.author` and `Author.posts`.
struct AssumedInverse: Sendable, Equatable {
  var entity: String
  /// The to-one, which leads to the record with this one in its list.
  var relationship: String
  var owner: String
  var list: String
  /// Whether the to-one of some records is null.
  var hasNull = false
}

/// Checks inverses that names suggest against the samples: the posts that an author likes are not those that the author wrote.
/// If the two were taken for inverses, the list would be lost.
///
/// The samples are imported into memory with the relationships kept separate, and the links are compared.
struct InverseProof {
  let sources: [JSONSource]
  /// The path of the value to import.
  let path: [String]
  /// The size of the samples.
  let bytes: Int

  /// The number of records at the top to import; more prove little else.
  private static let maximumRecords = 10_000
  /// For larger samples, the names decide: a single record may be the whole file and fill the memory.
  private static let maximumBytes = 64 << 20

  /// Declares that relationships have no inverse if the samples contradict it.
  func correct(_ inferred: inout InferredModel) {
    let assumed = inferred.assumedInverses
    if assumed.isEmpty || bytes > Self.maximumBytes { return }
    for inverse in contradicted(assumed, inferred) { inferred.draft.separate(inverse) }
  }

  /// The inverses with a record in one list whose to-one leads elsewhere, or with a record in the lists of several owners.
  private func contradicted(_ assumed: [AssumedInverse], _ inferred: InferredModel) -> [AssumedInverse] {
    var draft = inferred.draft
    for inverse in assumed { draft.separate(inverse) }
    let compiled = ModelCompiler.compile(
      [ModelSource(path: "Samples.yml", text: draft.yaml())], name: "Samples")
    guard let schema = compiled.schema, let store = try? Store(.memory, schema: schema) else { return [] }
    defer { store.close() }
    var options = ImportOptions()
    (options.path, options.stopAfter) = (path, Self.maximumRecords)
    // A failing import is reported when the user imports the samples.
    guard (try? store.importJSON(sources, into: inferred.target, options: options)) != nil else { return [] }
    let graph = SchemaGraph(schema)
    return assumed.filter { inverse in
      guard let sql = Self.contradiction(of: inverse, in: graph) else { return false }
      return (try? store.read { try !$0.rows(sql).isEmpty }) ?? false
    }
  }

  /// The query for contradicting records; `nil` if the keys have several parts.
  private static func contradiction(of inverse: AssumedInverse, in graph: SchemaGraph) -> String? {
    guard let single = graph.relationship(inverse.relationship, of: inverse.entity),
      let list = graph.relationship(inverse.list, of: inverse.owner),
      case .columns(let columns) = graph.storage(of: single, in: inverse.entity), columns.count == 1,
      case .linkTable(let links, isSource: true) = graph.storage(of: list, in: inverse.owner),
      let table = graph.root(of: inverse.entity)?.name, case let key = graph.keyColumns(of: inverse.entity),
      key.count == 1
    else { return nil }
    let (one, many) = (DDL.quoted(table), DDL.quoted(links))
    let (column, id) = (DDL.quoted(columns[0]), DDL.quoted(key[0].name))
    return """
      SELECT * FROM (SELECT 1 FROM \(many) JOIN \(one) ON \(one).\(id) = \(many).target \
      WHERE \(one).\(column) <> \(many).source\(inverse.hasNull ? " OR \(one).\(column) IS NULL" : "") LIMIT 1) UNION ALL \
      SELECT * FROM (SELECT 1 FROM \(many) GROUP BY target HAVING count(DISTINCT source) > 1 LIMIT 1)
      """
  }
}

extension ModelDraft {
  /// Declares that a list has no inverse.
  fileprivate mutating func separate(_ inverse: AssumedInverse) {
    guard let entity = entities.firstIndex(where: { $0.name == inverse.owner }),
      let list = entities[entity].relationships.firstIndex(where: { $0.name == inverse.list })
    else { return }
    entities[entity].relationships[list].settings.append(YAMLEntryDraft("inverse", .plain("none")))
  }
}
