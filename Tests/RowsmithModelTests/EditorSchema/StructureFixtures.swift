/// Models for which the parser and the editor's schema must give the same verdict: keys and kinds of values.
enum StructureFixtures {
  private static func attribute(_ text: String) -> String {
    "rowsmith: 1\nentities: { A: { attributes: { a: \(text) } } }"
  }

  private static func relationship(_ text: String) -> String {
    "rowsmith: 1\nentities: { A: { relationships: { a: \(text) } } }"
  }

  private static func values(_ text: String) -> String { "rowsmith: 1\nvalues: \(text)" }

  private static func entity(_ text: String) -> String { "rowsmith: 1\nentities: { A: \(text) }" }

  private static func enumeration(_ text: String) -> String { "rowsmith: 1\nenums: { A: \(text) }" }

  private static func defaults(_ text: String) -> String { "rowsmith: 1\ndefaults: \(text)" }

  private static func document(_ text: String) -> String { "rowsmith: 1\ndocuments: { a: \(text) }" }

  static let good: [String] =
    ["rowsmith: 1", "rowsmith: 1\nentities: {}\nenums: {}\ndocuments: {}\ndefaults: {}\napi: {}\nroutes: {}"]
    + [
      "Int", "Int?", "\"[Int]\"", "\"[Int]?\"", "[Int]", "\"[ Int ] ?\"", "' Int? '", "Größe",
      "{ type: Int }",
      "{ type: [Int] }", "{ type: \"[Int]?\" }", "{ type: Int, ImportName: a }",
      "{ type: Int, ImportName: a.b }",
      "{ type: Int, ImportName: [a, b.c] }", "{ type: Int, ImportName: 'a\\.b' }",
      "{ type: Int, ImportName: $key }",
      "{ type: Int, ImportName: [a, $index] }", "{ type: Int, ImportName: $ref }",
      "{ type: Int, ImportName: 1 }",
      "{ type: Date, DateFormat: iso8601 }", "{ type: Date, DateFormat: yyyy-MM-dd }",
      "{ type: Date, DateFormat: [epochSeconds, \"yyyy-MM-dd HH:mm:ss Z\"] }",
      "{ type: JSON, default: { a: [1] } }",
      "{ type: Int, default: null }",
      "{ type: Int, index: true, unique: false, coerce: true, export: false, RenamedFrom: b, doc: Text. }",
      "{ type: Int, Transform: trim }", "{ type: Int, RenamedFrom: 1 }", "{ type: Int, doc: '' }",
      "{ type: Int?, local: true }", "{ type: Int, local: false, default: 1 }",
      "{ type: JSON?, ImportName: $rest }", "{ type: JSON?, ImportName: $record }",
    ].map(attribute)
    + [
      "{}", "{ A: { a: Int } }",
      "{ A: { a: B?, b: [B] }, B: { c: { type: Int, ImportName: a.b, default: 1 } } }",
    ].map(values)
    + [
      "B", "B?", "[B]", "{B}", "\"[B]\"", "\"{B}\"", "\"{ B }\"", "{ to: B }", "{ to: B? }", "{ to: [B] }",
      "{ to: {B} }", "{ to: \"{B}\" }", "{ to: [B], ImportName: [b, c.d], ForeignKey: e }",
      "{ to: [B], MergePolicy: Merge, inverse: a, ordered: true, DeleteRule: Cascade, Prune: Delete }",
      "{ to: B, export: false, RenamedFrom: c, doc: Text. }", "{ to: B, inverse: none }",
      "{ to: B, ForeignKey: [b, c] }", "{ oneOf: [B, C] }",
      "{ oneOf: { b: B, 1: C }, Discriminator: [kind, a.b] }",
      "{ to: [A], oneOf: [B, C], MergePolicy: Merge }", "{ oneOf: [B], Discriminator: kind }",
    ].map(relationship)
    + [
      "{}", "{ PrimaryKey: a }", "{ PrimaryKey: [a, b] }", "{ PrimaryAttribute: a }", "{ extends: B }",
      "{ Discriminator: type }", "{ Discriminator: [type, meta.kind] }", "{ indexes: [] }",
      "{ indexes: [[a], [b, c]] }",
      "{ search: a }", "{ search: [a, b.c] }", "{ search: { columns: [a] } }",
      "{ search: { columns: a, tokenizer: porter } }", "{ search: { columns: [a], tokenizer: trigram } }",
      "{ unique: [[a]] }", "{ hooks: [didImport, willImport] }", "{ RenamedFrom: B, doc: Text. }",
      "{ resource: rails }", "{ Discriminator: { key: type, values: { image: Image } } }",
      "{ Discriminator: { key: [type, a.b], values: { 1: Image, two: Video } } }",
      "{ Discriminator: { values: { image: Image } } }", "{ DeletedWhen: deleted }",
      "{ DeletedWhen: 'a\\.b.c' }",
      "{ DeletedWhen: { status: removed } }",
      "{ DeletedWhen: { status: [removed, 1, 2.5, true], a.b: false } }",
      "{ DeletedWhen: [deleted, { status: '' }] }", "{ ModificationAttribute: updatedAt }",
      "{ attributes: {}, relationships: {} }",
    ].map(entity)
    + ["[a]", "[no, on, 1, true, null]", "{ values: [a] }", "{ values: [a, 'b c'], doc: Text. }"].map(
      enumeration)
    + [
      "{ A: { a: Int } }", "{ A: { doc: Text., attributes: { a: Int } } }",
      "{ A: { attributes: { a: Int } } }",
    ].map(values)
    + [
      "{ casing: snake_case }", "{ casing: exact, DateFormat: rfc1123, MergePolicy: Replace, coerce: true }",
      "{ DateFormat: [iso8601, yyyy] }",
    ].map(defaults)
    + [
      "{ a: A }", "{ a: [A], b.c: {A}, 'd\\.e': \"[A]\", f: \"{A}\", $ref: A }", "{ a: { oneOf: [A, B] } }",
      "{ a.b: { oneOf: { a: A, b: B }, Discriminator: kind } }", "{ a: {oneOf} }",
    ].map(document)

  static let bad: [String] =
    [
      "[]", "a", "{}", "entities: {}", "rowsmith: 2", "rowsmith: '1'", "rowsmith:", "rowsmith: 1.5",
      "rowsmith: 1\nEntities: {}",
      "rowsmith: 1\nentities: []", "rowsmith: 1\nentities:", "rowsmith: 1\nenums: a",
      "rowsmith: 1\ndocuments: [a]",
      "rowsmith: 1\ndefaults:", "rowsmith: 1\nx: 1",
    ]
    + ["[]", "a", "{ A: [Int] }", "{ A: {} }", "{ A: { a: [Int, Int] } }", "{ A: { a: { index: true } } }"]
    .map(values)
    + [
      "", "[]", "[Int, Int]", "{Int}", "\"{Int}\"", "\"[Int\"", "\"Int??\"", "\"[Int?]\"",
      "\"[[Int]]\"", "\"\"",
      "[[Int]]", "[Int?]", "{}", "{ index: true }", "{ type: }", "{ type: {} }", "{ type: Int, index: yes }",
      "{ type: Int, index: 1 }", "{ type: Int, unique: 'true' }", "{ type: Int, coerce: null }",
      "{ type: Int, export: [] }",
      "{ type: Int, Index: true }", "{ type: Int, importName: a }", "{ type: Int, ImportName: a..b }",
      "{ type: Int, ImportName: '' }", "{ type: Int, ImportName: [] }", "{ type: Int, ImportName: { a: b } }",
      "{ type: Int, ImportName: a.$key }", "{ type: Int, ImportName: [a, .b] }",
      "{ type: Int, ImportName: [a, a] }",
      "{ type: Int, ImportName: null }", "{ type: Date, DateFormat: epoch }",
      "{ type: Date, DateFormat: [] }",
      "{ type: Date, DateFormat: { a: b } }", "{ type: Date, DateFormat: [iso8601, iso8601] }",
      "{ type: Int, doc: 1 }",
      "{ type: Int, doc: [a] }", "{ type: Int, RenamedFrom: }", "{ type: Int, RenamedFrom: [] }",
      "{ type: Int, Transform: {} }",
      "{ type: Int, Transform: '' }", "{ type: Int, to: B }",
      "{ type: Int, local: yes }", "{ type: Int, local: 1 }", "{ local: true }",
    ].map(attribute)
    + [
      "", "[]", "[B, C]", "\"[B]?\"", "\"{B}?\"", "\"[B\"", "{ B: 1 }", "{ B: , C: }", "{}",
      "{ ordered: true }", "{ to: }",
      "{ to: [] }", "{ to: \"[B]?\" }", "{ to: B, type: C }", "{ to: B, mergePolicy: Merge }",
      "{ to: B, MergePolicy: merge }",
      "{ to: B, MergePolicy: [Merge] }", "{ to: B, DeleteRule: cascade }", "{ to: B, Prune: Yes }",
      "{ to: B, ordered: no }",
      "{ to: B, inverse: [a] }", "{ to: B, inverse: }", "{ to: B, ForeignKey: [] }",
      "{ to: B, ForeignKey: .a }",
      "{ to: B, export: 0 }", "{ to: B, default: 1 }", "{ to }",
      "{ to: [B], Discriminator: kind }", "{ oneOf: [] }", "{ oneOf: {} }", "{ oneOf: { a: } }",
      "{ oneOf: B }",
      "{ oneOf: [B], Discriminator: $key }", "{ oneOf: [B, B] }", "{ oneOf: { a: [B] } }",
      "{ Discriminator: a }",
      "{ oneOf }", "{ oneOf: [B], Discriminator: { key: a, values: { b: B } } }",
    ].map(relationship)
    + [
      "", "[]", "a", "{ primaryKey: a }", "{ PrimaryKey: [] }", "{ PrimaryKey: { a: b } }",
      "{ PrimaryKey: [a, a] }",
      "{ PrimaryKey: [[a]] }", "{ PrimaryKey: }", "{ attributes: [] }", "{ attributes: }",
      "{ relationships: a }",
      "{ extends: [B] }", "{ extends: }", "{ Discriminator: [] }", "{ Discriminator: $key }",
      "{ Discriminator: a..b }", "{ Discriminator: { key: a } }", "{ Discriminator: {} }",
      "{ Discriminator: { key: a, values: [B] } }", "{ Discriminator: { key: $key, values: { b: B } } }",
      "{ Discriminator: { key: a, values: {} } }", "{ Discriminator: { values: { b: } } }",
      "{ Discriminator: { keys: a, values: { b: B } } }", "{ DeletedWhen: }", "{ DeletedWhen: [] }",
      "{ DeletedWhen: {} }", "{ DeletedWhen: { a: } }", "{ DeletedWhen: { a: [] } }",
      "{ DeletedWhen: { a: [[b]] } }",
      "{ DeletedWhen: { a: null } }", "{ DeletedWhen: a..b }", "{ DeletedWhen: [{ a..b: c }] }",
      "{ DeletedWhen: [[a]] }", "{ DeletedWhen: { a: { b: c } } }", "{ DeletedWhen: $key }",
      "{ deletedWhen: a }",
      "{ ModificationAttribute: }", "{ ModificationAttribute: [a] }",
      "{ indexes: [a] }", "{ indexes: a }", "{ indexes: [[]] }", "{ unique: [[a, a]] }",
      "{ unique: { a: b } }", "{ search: }", "{ search: [] }", "{ search: {} }", "{ search: [[a]] }",
      "{ search: { tokenizer: porter } }", "{ search: { columns: [a], tokenizer: fts5 } }",
      "{ search: { columns: [], tokenizer: porter } }", "{ search: { columns: [a], language: en } }",
      "{ hooks: didImport }", "{ hooks: [] }", "{ hooks: [importing] }", "{ hooks: [didImport, didImport] }",
      "{ doc: 1 }",
      "{ RenamedFrom: {} }", "{ index: [[a]] }", "{ resource: Rails }", "{ resource: }",
      "{ resource: [rails] }",
    ].map(entity)
    + [
      "", "a", "[]", "[[a]]", "[a, a]", "['']", "{}", "{ values: }", "{ values: [] }", "{ cases: [a] }",
      "{ doc: a }",
    ]
    .map(enumeration)
    + [
      "[]", "snake_case", "{ casing: snake }", "{ casing: [exact] }", "{ DateFormat: [] }",
      "{ DateFormat: X9 }",
      "{ MergePolicy: Overwrite }", "{ coerce: yes }", "{ coerce: 1 }", "{ dateFormat: iso8601 }",
    ].map(defaults)
    + [
      "", "[]", "a", "{ a: }", "{ a: [A, B] }", "{ a: \"[A]?\" }", "{ a: A? }", "{ a..b: A }",
      "{ a.$key: A }", "{ a: { A: 1 } }", "{ a: {} }",
      "{ a: { oneOf: [] } }", "{ a: { oneOf: A } }", "{ a: { Discriminator: kind } }",
      "{ a: { oneof: [A, B] } }",
      "{ a: { oneOf: [A], shape: array } }", "{ a: { oneOf: [A], Discriminator: $index } }",
    ]
    .map(document)
}
