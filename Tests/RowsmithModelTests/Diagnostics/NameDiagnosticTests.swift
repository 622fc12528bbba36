import Testing

/// Which names can be used, and which ones collide.
struct NameDiagnosticTests {
  @Test func `a model declares an entity`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Status: [a] }
        """,
      """
      1:1: error: the model declares no entity; add one under 'entities'
      """)
  }

  @Test func `names are identifiers`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { 2fa: [a] }
        entities:
          my-band: { attributes: { body text: String, 1st: Int, "": Int, "_": Int } }
        documents: { my-doc: { a: [my-band] } }
        """,
      """
      2:10: error: '2fa' cannot name an enumeration: a name has letters, digits and underscores, and \
      does not begin with a digit
      4:3: error: 'my-band' cannot name an entity: a name has letters, digits and underscores, and \
      does not begin with a digit; did you mean 'MyBand'?
      4:28: error: 'body text' cannot name an attribute: a name has letters, digits and underscores, and \
      does not begin with a digit; did you mean 'bodyText'?
      4:47: error: '1st' cannot name an attribute: a name has letters, digits and underscores, and \
      does not begin with a digit
      4:57: error: '' cannot name an attribute: a name has letters, digits and underscores, and does \
      not begin with a digit
      4:66: error: '_' cannot name an attribute: a name has letters, digits and underscores, and does \
      not begin with a digit
      5:14: error: 'my-doc' cannot name a document: a name has letters, digits and underscores, and \
      does not begin with a digit; did you mean 'myDoc'?
      """)
  }

  @Test func `a document's name is not suggested where it is no name either`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { id: Int } } }
        documents: { 2024: { a: [A] }, "-": { a: [A] } }
        """,
      """
      3:14: error: '2024' cannot name a document: a name has letters, digits and underscores, and \
      does not begin with a digit
      3:32: error: '-' cannot name a document: a name has letters, digits and underscores, and \
      does not begin with a digit
      """)
  }

  @Test func `letters of any script are letters`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Größe: [klein, groß] }
        entities: { 楽団: { attributes: { 名前: String, größe: Größe? } } }
        """,
      "")
  }

  @Test func `keywords of Swift and SQL are names like others`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Group: { attributes: { default: Int, order: Int, class: String, select: Int, id: Int, \
        in: Int } } }
        """,
      "")
  }

  @Test func `names of Swift's own types are taken`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Optional: [a] }
        entities: { String: { attributes: { a: Int } }, Date: { attributes: { a: Int } }, Error: { \
        attributes: { a: Int } } }
        """,
      """
      2:10: error: 'Optional' cannot name an enumeration: generated code uses that name for another type
      3:13: error: 'String' cannot name an entity: generated code uses that name for another type
      3:49: error: 'Date' cannot name an entity: generated code uses that name for another type
      3:83: error: 'Error' cannot name an entity: generated code uses that name for another type
      """)
  }

  @Test(arguments: ["Foundation", "Rowsmith", "RowsmithAPI", "RowsmithClient", "Swift"])
  func `modules that generated code puts in front of names are taken`(name: String) {
    expectDiagnostics(
      of: "rowsmith: 1\nentities: { \(name): { attributes: { a: Int } } }",
      "2:13: error: '\(name)' cannot name an entity: generated code uses that name for another type")
  }

  @Test func `the name of the protocol for an entity's hooks is taken`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { AlbumHooks: [a] }
        entities:
          Band: { attributes: { id: Int }, hooks: [didImport] }
          Album: { attributes: { id: Int }, hooks: [willImport] }
          BandHooks: { attributes: { id: Int } }
        """,
      """
      2:10: error: 'AlbumHooks' cannot name an enumeration: generated code uses that name for the \
      hooks of 'Album'
      6:3: error: 'BandHooks' cannot name an entity: generated code uses that name for the hooks of 'Band'
      """)
  }

  @Test func `members of generated code are taken`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { hashValue: Int, entityName: String, Key: Int, init: Int, self: Int \
        } } }
        """,
      """
      2:32: error: 'hashValue' cannot name an attribute: generated code uses that name; choose another \
      and write 'ImportName: hash_value'
      2:48: error: 'entityName' cannot name an attribute: generated code uses that name; choose another \
      and write 'ImportName: entity_name'
      2:68: error: 'Key' cannot name an attribute: generated code uses that name; choose another and \
      write 'ImportName: key'
      2:89: error: 'self' cannot name an attribute: generated code uses that name; choose another and \
      write 'ImportName: self'
      """)
  }

  @Test func `records of a family have two members more that are taken`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Thing: { attributes: { id: Int }, relationships: { Kind: Other? } }
          Toy: { extends: Thing, attributes: { Family: Int } }
          Other: { attributes: { id: Int, Kind: Int, Family: Int } }
        """,
      """
      4:54: error: 'Kind' cannot name a relationship: generated code uses that name; choose another and \
      write 'ImportName: kind'
      5:40: error: 'Family' cannot name an attribute: generated code uses that name; choose another and \
      write 'ImportName: family'
      """)
  }

  @Test func `a relationship to one of several entities has one name, which is checked as it is written`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int } }
          B: { attributes: { id: Int } }
          Note:
            attributes: { id: Int }
            relationships: { Key: { oneOf: [A, B] }, 2nd one: { oneOf: [A, B] }, self: { oneOf: [A, B] } }
        """,
      """
      8:22: error: 'Key' cannot name a relationship: generated code uses that name; choose another and \
      write 'ImportName: key'
      8:46: error: '2nd one' cannot name a relationship: a name has letters, digits and underscores, and \
      does not begin with a digit
      """)
  }

  @Test func `prefixes of the database are taken`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          sqlite_stat: { attributes: { _rowsmith_id: Int } }
          _rowsmith_x: { attributes: { a: Int } }
        """,
      """
      3:3: error: 'sqlite_stat' cannot name an entity: names that begin with 'sqlite_' are reserved
      3:32: error: '_rowsmith_id' cannot name an attribute: names that begin with '_rowsmith' are reserved
      4:3: error: '_rowsmith_x' cannot name an entity: names that begin with '_rowsmith' are reserved
      """)
  }

  @Test func `types collide whatever their case`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Band: [a], status: [a], Status: [b] }
        entities: { Band: { attributes: { a: Int } }, BAND: { attributes: { a: Int } } }
        """,
      """
      2:10: error: the enumeration 'Band' collides with the entity 'Band' at Model.yml:3:13, in \
      Swift or if case is ignored; rename one of them
      2:34: error: the enumeration 'Status' collides with the enumeration 'status' at Model.yml:2:21, \
      in Swift or if case is ignored; rename one of them
      3:47: error: the entity 'BAND' collides with the entity 'Band' at Model.yml:3:13, in Swift \
      or if case is ignored; rename one of them
      """)
  }

  @Test func `attributes collide whatever their case`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A:
            attributes: { bandID: Int, bandId: Int, b: Int }
            relationships: { b: A? }
        """,
      """
      5:32: error: 'bandId' collides with 'bandID' of 'A' at Model.yml:5:19: a family of entities \
      shares one table, and SQL ignores case; rename one of them
      6:22: error: 'b' collides with 'b' of 'A' at Model.yml:5:45: a family of entities shares one \
      table, and SQL ignores case; rename one of them
      """)
  }

  @Test func `a family has each name once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int, name: String } }
          B: { extends: A, attributes: { Name: String, strings: Int } }
          C: { extends: A, attributes: { strings: Int } }
        """,
      """
      4:34: error: 'Name' collides with 'name' of 'A' at Model.yml:3:31: a family of entities shares \
      one table, and SQL ignores case; rename one of them
      5:34: error: 'strings' collides with 'strings' of 'B' at Model.yml:4:48: a family of entities \
      shares one table, and SQL ignores case; rename one of them
      """)
  }

  @Test func `values that are one case in Swift collide`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Status: [in_progress, inProgress, "in progress", done] }
        entities: { A: { attributes: { a: Int } } }
        """,
      """
      2:32: error: 'inProgress' and 'in_progress' would be the same case in Swift; keep one of them
      2:44: error: 'in progress' and 'in_progress' would be the same case in Swift; keep one of them
      """)
  }

  @Test func `a column that is made collides with one that is declared`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Order: { attributes: { id: Int }, relationships: { lines: { to: [Line], ordered: true } } }
          Line:
            PrimaryKey: [order, number]
            attributes: { number: Int, order_position: Int, EntityName: String }
            relationships: { order: Order }
          Return:
            attributes: { line_number: Int }
            relationships: { line: Line? }
          GiftLine: { extends: Line }
        """,
      """
      4:54: error: the column 'order_position' would hold both the attribute 'order_position' of 'Line' \
      and the order of 'lines' of 'Order'; rename one of them
      7:53: error: the column 'entityName' would hold both the attribute 'EntityName' of 'Line' and the \
      name of the record's entity; rename one of them
      11:22: error: the column 'line_number' would hold both the attribute 'line_number' of 'Return' \
      and a part of the relationship 'line' of 'Return'; rename one of them
      """)
  }

  @Test func `a table leaves SQLite's rowid a name`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int, rowid: Int, _rowid_: Int? } }
          B: { extends: A, attributes: { Oid: Int? } }
          C: { attributes: { id: Int, rowid: Int, oid: Int } }
        """,
      """
      4:34: error: the table of 'A' has columns named rowid, _rowid_ and oid, so SQLite's rowid has no name left; \
      rename one of them
      """)
  }

  @Test func `a link table collides with an entity`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int }, relationships: { bs: [B] } }
          B: { attributes: { id: Int } }
          A_BS: { attributes: { id: Int } }
        """,
      """
      4:50: error: the table 'A_bs' would hold both the records of 'A_BS' and the links of 'A.bs'; \
      rename one of them
      """)
  }

  @Test func `two link tables collide, also where their names are exactly the same`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          B: { attributes: { id: Int } }
          A: { attributes: { id: Int }, relationships: { b_c: [B] } }
          A_b: { attributes: { id: Int }, relationships: { c: [B] } }
        """,
      """
      6:52: error: the table 'A_b_c' would hold both the links of 'A.b_c' and the links of 'A_b.c'; \
      rename one of them
      """)
  }

  @Test(arguments: [
    ("Int", " and write 'ImportName: position'"), ("{ type: Int, ImportName: pos }", ""),
  ])
  func `the order of a list collides with a part of a key in the table of links`(type: String, help: String) {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Line:
            PrimaryKey: [number, position]
            attributes: { number: Int, position: \(type) }
            relationships: { tags: { to: [Tag], inverse: lines }, notes: { to: [Note], inverse: lines } }
          Tag: { attributes: { id: Int }, relationships: { lines: { to: [Line], inverse: tags, ordered: true } } }
          Note: { attributes: { id: Int }, relationships: { lines: { to: [Line], inverse: notes } } }
        """,
      """
      6:32: error: the column 'source_position' would hold both 'position' of the key of 'Line' and the \
      order of 'Tag.lines'; rename 'position'\(help)
      """)
  }

  @Test func `what was renamed is gone`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { RenamedFrom: B, attributes: { a: { type: Int, RenamedFrom: b }, b: { type: Int, \
        RenamedFrom: b } } }
          B: { attributes: { a: Int } }
        """,
      """
      3:21: error: 'RenamedFrom' takes a name that no longer exists, but 'B' is still declared
      3:67: error: 'RenamedFrom' takes a name that no longer exists, but 'b' is still declared
      3:101: error: 'RenamedFrom' takes a name that no longer exists, but 'b' is still declared
      """)
  }

  @Test func `what was renamed is gone from all that an entity inherits, and a choice is one name`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int, old: String? } }
          B: { extends: A, attributes: { b: { type: String?, RenamedFrom: old } } }
          C: { extends: B, attributes: { c: { type: String?, RenamedFrom: b }, d: { type: Int?, RenamedFrom: e } } }
          D: { extends: A, attributes: { e: Int? } }
          F: { attributes: { id: Int, it: Int? }, relationships: { r: { oneOf: [A, H], RenamedFrom: it } } }
          G: { attributes: { id: Int }, relationships: { s: { oneOf: [A, H], RenamedFrom: t }, t: { oneOf: [A, H] } } }
          H: { attributes: { id: Int } }
        """,
      """
      5:67: error: 'RenamedFrom' takes a name that no longer exists, but 'old' is still declared
      6:67: error: 'RenamedFrom' takes a name that no longer exists, but 'b' is still declared
      8:93: error: 'RenamedFrom' takes a name that no longer exists, but 'it' is still declared
      9:83: error: 'RenamedFrom' takes a name that no longer exists, but 't' is still declared
      """)
  }

  @Test func `two entities are not renamed from one`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { RenamedFrom: Old, attributes: { a: Int } }
          B: { RenamedFrom: Old, attributes: { b: Int } }
        """,
      """
      4:21: error: 'A' has the rows of 'Old' already, by its own 'RenamedFrom'; keep one of them
      """)
  }
}
