import Testing

/// Keys and kinds of values, at every level.
struct StructureDiagnosticTests {
  @Test func `an unknown key of a model suggests the nearest`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entites: {}
        entities: { A: { attributes: { a: Int } } }
        """,
      """
      2:1: error: unknown key 'entites' in a model; did you mean 'entities'?
      """)
  }

  @Test func `an unknown key without a near one lists what there is`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        colour: blue
        entities: { A: { colour: blue, attributes: { a: { type: Int, colour: blue } } } }
        """,
      """
      2:1: error: unknown key 'colour' in a model; it takes rowsmith, defaults, enums, values, entities, \
      documents, api, routes, sync and history
      3:18: error: unknown key 'colour' in an entity; it takes PrimaryKey, attributes, relationships, \
      extends, Discriminator, indexes, unique, search, DeletedWhen, ModificationAttribute, hooks, resource, \
      sync, RenamedFrom and doc
      3:62: error: unknown key 'colour' in an attribute; it takes type, ImportName, DateFormat, \
      default, index, unique, coerce, Transform, export, local, sync, RenamedFrom and doc
      """)
  }

  @Test func `an unknown default is reported`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { mergePolicy: Merge, dateFormat: iso8601, case: snake_case, Coerce: true }
        entities: { A: { attributes: { a: Int } } }
        """,
      """
      2:13: error: unknown key 'mergePolicy' in 'defaults'; did you mean 'MergePolicy'?
      2:33: error: unknown key 'dateFormat' in 'defaults'; did you mean 'DateFormat'?
      2:54: error: unknown key 'case' in 'defaults'; it takes casing, DateFormat, MergePolicy and coerce
      2:72: error: unknown key 'Coerce' in 'defaults'; did you mean 'coerce'?
      """)
  }

  @Test func `an unknown key of an enumeration is reported`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Status: { cases: [a], values: [b], colour: blue } }
        entities: { A: { attributes: { a: Int } } }
        """,
      """
      2:20: error: unknown key 'cases' in an enumeration; did you mean 'values'?
      2:45: error: unknown key 'colour' in an enumeration; it takes values and doc
      """)
  }

  @Test func `other spellings of an entity's keys are recognised`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { primaryKey: a, attribute: {}, Attributes: {}, discriminator: t, index: [], parent: B, \
        renamed_from: C }
        """,
      """
      3:8: error: unknown key 'primaryKey' in an entity; did you mean 'PrimaryKey'?
      3:23: error: unknown key 'attribute' in an entity; did you mean 'attributes'?
      3:38: error: unknown key 'Attributes' in an entity; did you mean 'attributes'?
      3:54: error: unknown key 'discriminator' in an entity; did you mean 'Discriminator'?
      3:72: error: unknown key 'index' in an entity; did you mean 'indexes'?
      3:83: error: unknown key 'parent' in an entity; did you mean 'extends'?
      3:94: error: unknown key 'renamed_from' in an entity; did you mean 'RenamedFrom'?
      """)
  }

  @Test func `other spellings of an attribute's keys are recognised`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              a: { type: Int, importName: b, dateFormat: x, Default: 1, indexed: true, renamedFrom: c, \
        description: d, to: e }
        """,
      """
      5:23: error: unknown key 'importName' in an attribute; did you mean 'ImportName'?
      5:38: error: unknown key 'dateFormat' in an attribute; did you mean 'DateFormat'?
      5:53: error: unknown key 'Default' in an attribute; did you mean 'default'?
      5:65: error: unknown key 'indexed' in an attribute; did you mean 'index'?
      5:80: error: unknown key 'renamedFrom' in an attribute; did you mean 'RenamedFrom'?
      5:96: error: unknown key 'description' in an attribute; did you mean 'doc'?
      5:112: error: unknown key 'to' in an attribute; did you mean 'type'?
      """)
  }

  @Test func `other spellings of a relationship's keys are recognised`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes: { id: Int }
            relationships:
              a: { to: A?, mergePolicy: Merge, Inverse: a, order: true, deletionRule: Deny, foreign_key: \
        x, prune: Delete, type: B, MergePolicy: Merge }
        """,
      """
      6:20: error: unknown key 'mergePolicy' in a relationship; did you mean 'MergePolicy'?
      6:40: error: unknown key 'Inverse' in a relationship; did you mean 'inverse'?
      6:52: error: unknown key 'order' in a relationship; did you mean 'ordered'?
      6:65: error: unknown key 'deletionRule' in a relationship; did you mean 'DeleteRule'?
      6:85: error: unknown key 'foreign_key' in a relationship; did you mean 'ForeignKey'?
      6:101: error: unknown key 'prune' in a relationship; did you mean 'Prune'?
      6:116: error: unknown key 'type' in a relationship; did you mean 'to'?
      """)
  }

  @Test func `the sections are mappings`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: snake_case
        enums: [Status]
        entities: Band
        documents: 3
        """,
      """
      2:11: error: 'defaults' must be a mapping, found 'snake_case'
      3:8: error: 'enums' must be a mapping, found a list
      4:11: error: 'entities' must be a mapping, found 'Band'
      5:12: error: 'documents' must be a mapping, found 3
      """)
  }

  @Test func `a section is not left empty`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults:
        entities:
          A:
          B:
            attributes:
            relationships:
        """,
      """
      2:10: error: 'defaults' must be a mapping, found nothing
      4:5: error: the entity 'A' must be a mapping, found nothing
      6:16: error: 'attributes' must be a mapping, found nothing
      7:19: error: 'relationships' must be a mapping, found nothing
      """)
  }

  @Test func `an entity is a mapping`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: [name]
          B: String
        """,
      """
      3:6: error: the entity 'A' must be a mapping, found a list
      4:6: error: the entity 'B' must be a mapping, found 'String'
      """)
  }

  @Test func `flags are true or false`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { coerce: yes, MergePolicy: Merge }
        entities:
          A:
            attributes:
              id: Int
              a: { type: Int, index: 1, unique: "true", coerce: on, export: null }
            relationships:
              b: { to: [A], ordered: maybe, export: [] }
        """,
      """
      2:21: error: 'coerce' must be true or false, found 'yes'
      7:30: error: 'index' must be true or false, found 1
      7:41: error: 'unique' must be true or false, found 'true'
      7:57: error: 'coerce' must be true or false, found 'on'
      7:69: error: 'export' must be true or false, found null
      9:30: error: 'ordered' must be true or false, found 'maybe'
      9:45: error: 'export' must be true or false, found a list
      """)
  }

  @Test func `documentation is text`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { doc: 3, attributes: { a: { type: Int, doc: [text] } } }
        """,
      """
      3:13: error: 'doc' must be text, found 3
      3:51: error: 'doc' must be text, found a list
      """)
  }

  @Test func `names are names`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            extends: [B]
            RenamedFrom:
            attributes:
              a: { type: Int, Transform: {}, RenamedFrom: "" }
        """,
      """
      4:14: error: 'extends' must be a name, found a list
      5:17: error: 'RenamedFrom' must be a name, found nothing
      7:34: error: 'Transform' must be a name, found a mapping
      7:51: error: 'RenamedFrom' must be a name, found ''
      """)
  }

  @Test func `an attribute needs a type`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { a: { index: true }, b: {}, c: } }
        """,
      """
      3:22: error: the attribute 'a' has no 'type'; write type: String
      3:42: error: the attribute 'b' has no 'type'; write type: String
      3:52: error: the type of 'c' must be a type such as String, String?, [Int] or "[Int]?", found nothing
      """)
  }

  @Test func `a relationship needs a target`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { relationships: { a: { ordered: true }, b: {}, c: } }
        """,
      """
      4:25: error: the relationship 'a' has no 'to'; write to: [Album] or to: Band?
      4:47: error: the relationship 'b' has no 'to'; write to: [Album] or to: Band?
      4:57: error: 'c' must lead to an entity, such as Band, Band?, [Album] or {Label}, or be { oneOf: [Band, Album] }, found nothing
      """)
  }

  @Test func `a type is one word with at most brackets and a question mark`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              a: [Int, String]
              b: {Int}
              c: "[[Int]]"
              d: "Int??"
              e: "[Int?]"
              f: Dictionary<String, Int>
              g: []
              h: { type: { x: y } }
              i: "[]"
        """,
      """
      5:10: error: the type of 'a' must be a type such as String, String?, [Int] or "[Int]?", found a list
      6:10: error: the type of 'b' must be a type such as String, String?, [Int] or "[Int]?", found {Int}
      7:10: error: the type of 'c' must be a type such as String, String?, [Int] or "[Int]?", found '[[Int]]'
      8:10: error: the type of 'd' must be a type such as String, String?, [Int] or "[Int]?", found 'Int??'
      9:10: error: the type of 'e' must be a type such as String, String?, [Int] or "[Int]?", found '[Int?]'
      10:10: error: the type of 'f' must be a type such as String, String?, [Int] or "[Int]?", found \
      'Dictionary<String, Int>'
      11:10: error: the type of 'g' must be a type such as String, String?, [Int] or "[Int]?", found a list
      12:18: error: the type of 'h' must be a type such as String, String?, [Int] or "[Int]?", found a mapping
      13:10: error: the type of 'i' must be a type such as String, String?, [Int] or "[Int]?", found '[]'
      """)
  }

  @Test func `a target is an entity with at most brackets and a question mark`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A:
            attributes: { id: Int }
            relationships:
              a: [A, A]
              b: "[A"
              c: "[A]?"
              d: { to: "{A}?" }
              e: { to: {A: 1} }
        """,
      """
      7:10: error: 'a' must lead to an entity, such as Band, Band?, [Album] or {Label}, or be { oneOf: [Band, Album] }, found a list
      8:10: error: 'b' must lead to an entity, such as Band, Band?, [Album] or {Label}, or be { oneOf: [Band, Album] }, found '[A'
      9:10: error: 'c' leads to any number of records, also none; write [A] without '?'
      10:16: error: 'd' leads to any number of records, also none; write {A} without '?'
      11:16: error: 'e' must lead to an entity, such as Band, Band?, [Album] or {Label}, or be { oneOf: [Band, Album] }, found a mapping
      """)
  }

  @Test func `an enumeration lists values`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums:
          A: draft
          B: []
          C: { doc: nothing }
          D: [a, b, a]
          E: [[a]]
        entities: { X: { attributes: { x: Int } } }
        """,
      """
      3:6: error: the enumeration 'A' must be a list of names, found 'draft'
      4:6: error: the enumeration 'B' is empty; name at least one, or leave the key out
      5:3: error: the enumeration 'C' has no 'values'; write values: [draft, published]
      6:13: error: 'a' is listed twice in the enumeration 'D'
      7:7: error: an item of the enumeration 'E' must be a name, found a list
      """)
  }

  @Test func `words from short lists are checked`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { casing: snakeCase, MergePolicy: merge }
        entities:
          A:
            attributes: { id: Int }
            hooks: [willimport, afterImport, didImport]
            relationships:
              a: { to: A?, MergePolicy: Assign, DeleteRule: cascade, Prune: Unlnk }
              b: { to: [A], MergePolicy: Sometimes }
        """,
      """
      2:21: error: 'snakeCase' is not a valid casing; did you mean 'snake_case'?
      2:45: error: 'merge' is not a valid MergePolicy; did you mean 'Merge'?
      6:13: error: 'willimport' is not a valid hook; did you mean 'willImport'?
      6:25: error: 'afterImport' is not a valid hook; expected shouldImport, willImport or didImport
      8:33: error: 'Assign' is not a valid MergePolicy; did you mean 'MergeAndPrune'?
      8:53: error: 'cascade' is not a valid DeleteRule; did you mean 'Cascade'?
      8:69: error: 'Unlnk' is not a valid Prune; did you mean 'Unlink'?
      9:34: error: 'Sometimes' is not a valid MergePolicy; expected Replace, Merge or MergeAndPrune
      """)
  }

  @Test func `PrimaryAttribute is another name of PrimaryKey`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { PrimaryKey: a, PrimaryAttribute: a, attributes: { a: Int } }
        """,
      """
      3:23: error: 'PrimaryAttribute' is another name for 'PrimaryKey'; give only one of them
      """)
  }

  @Test func `a list of names is not empty and names nothing twice`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            PrimaryKey: []
            hooks: [didImport, didImport]
            indexes: [[a, a], []]
            attributes: { a: { type: Int, ImportName: [], DateFormat: [] }, b: { type: Int, ImportName: \
        [b, b] } }
        """,
      """
      4:17: error: 'PrimaryKey' is empty; name at least one, or leave the key out
      5:24: error: 'didImport' is listed twice in 'hooks'
      6:19: error: 'a' is listed twice in an item of 'indexes'
      6:23: error: an item of 'indexes' is empty; name at least one, or leave the key out
      7:47: error: 'ImportName' is empty; name at least one, or leave the key out
      7:63: error: 'DateFormat' is empty; name at least one, or leave the key out
      7:101: error: 'b' is listed twice in 'ImportName'
      """)
  }

  @Test func `indices are lists of lists`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            indexes: [a]
            unique: a
            attributes: { a: Int }
        """,
      """
      4:14: error: 'indexes' must be a list of lists of names, such as [[name], [band, released]], \
      found a list of names
      5:13: error: 'unique' must be a list of lists of names, such as [[name], [band, released]], found \
      'a'
      """)
  }

  @Test func `a key path has no empty keys and no places inside`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              a: { type: Int, ImportName: b..c }
              b: { type: Int, ImportName: [.c, "d."] }
              c: { type: Int, ImportName: x.$index }
              d: { type: Int, ImportName: { a: b } }
        """,
      #"""
      5:35: error: the key path 'b..c' has an empty key; write keys with one dot between them, and '\.' \#
      for a dot in a key
      6:36: error: the key path '.c' has an empty key; write keys with one dot between them, and '\.' \#
      for a dot in a key
      6:40: error: the key path 'd.' has an empty key; write keys with one dot between them, and '\.' \#
      for a dot in a key
      7:35: error: '$index' is a place, not a key; it cannot be part of a key path
      8:35: error: 'ImportName' must be a name or a list of names, found a mapping
      """#)
  }

  @Test func `a date format is a name or a pattern`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { DateFormat: ISO8601 }
        entities:
          A:
            attributes:
              a: { type: Date, DateFormat: epoch }
              b: { type: Date, DateFormat: "yyyy-MM-dd b" }
              c: { type: Date, DateFormat: [yyyy-MM-dd, 3] }
        """,
      """
      2:25: error: the date format 'ISO8601' is unknown; did you mean 'iso8601'?
      6:36: error: the date format 'epoch' is unknown; did you mean 'epochSeconds'?
      7:36: error: the date format 'yyyy-MM-dd b' is neither a name nor a pattern: unsupported field \
      'b'; write 'a' for AM and PM, or put quotes around letters that stand for themselves: 'b'
      8:49: error: the date format '3' is neither a name nor a pattern: no field for the year, so \
      the pattern is not a date; add 'yyyy'
      """)
  }

  @Test func `a document holds key paths with entities`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { id: Int } } }
        documents:
          a: [A]
          b: { as: [A, A], bs: "[A]?", "c..d": A, d: 3, e: { A: A } }
          c: {}
        """,
      #"""
      4:6: error: the document 'a' must be a mapping, found a list
      5:12: error: 'as' must hold an entity, such as Band, [Album] or {Label}, found a list
      5:24: error: 'bs' may always be missing from a document; write [A] without '?'
      5:32: error: the key path 'c..d' has an empty key; write keys with one dot between them, and '\.' \#
      for a dot in a key
      5:46: error: there is no entity '3'; declare it under 'entities'
      5:52: error: 'e' must hold an entity, such as Band, [Album] or {Label}, found a mapping
      6:3: error: the document 'c' is empty; write key paths with entities, such as 'bands: [Band]'
      """#)
  }
}
