import Testing

/// Targets, inverses and policies.
struct RelationshipDiagnosticTests {
  @Test func `a target is an entity`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        enums: { Status: [a] }
        entities:
          Band: { attributes: { id: Int } }
          A: { relationships: { a: Bnd, b: [Int], c: Status, d: [Banana], e: string } }
        """,
      """
      6:28: error: there is no entity 'Bnd'; did you mean 'Band'?
      6:36: error: 'Int' is not an entity; put 'b' under 'attributes'
      6:46: error: 'Status' is not an entity; put 'c' under 'attributes'
      6:57: error: there is no entity 'Banana'; declare it under 'entities'
      6:70: error: 'string' is not an entity; put 'e' under 'attributes'
      """)
  }

  @Test func `only lists are ordered`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int }, relationships: { a: { to: A?, ordered: true }, b: { to: A?, \
        ordered: false } } }
        """,
      """
      4:72: error: 'a' leads to one record, which has no order; leave 'ordered' out
      """)
  }

  @Test func `an inverse exists and leads back`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Band:
            attributes: { id: Int }
            relationships:
              albums: { to: [Album], inverse: bnd }
              singles: { to: [Album], inverse: label }
              tapes: { to: [Album], inverse: title }
          Album: { attributes: { id: Int, title: String }, relationships: { band: Band?, label: Label? } }
          Label: { attributes: { id: Int } }
        """,
      """
      7:39: error: 'Album' has no relationship 'bnd'; did you mean 'band'?
      8:40: error: 'label' of 'Album' leads to 'Label', not back to 'Band'
      9:38: error: 'Album' has no relationship 'title'
      """)
  }

  @Test func `two ends agree`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Band:
            attributes: { id: Int }
            relationships:
              albums: { to: [Album], inverse: band }
              works: { to: [Album], inverse: band }
          Album: { attributes: { id: Int }, relationships: { band: { to: Band?, inverse: works }, \
        producer: Band? } }
        """,
      """
      7:39: error: 'albums' names 'band' as its inverse, but 'band' names 'works'
      """)
  }

  @Test func `an inverse is taken once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Band:
            attributes: { id: Int }
            relationships:
              albums: { to: [Album], inverse: band }
              works: { to: [Album], inverse: band }
          Album: { attributes: { id: Int }, relationships: { band: Band? } }
        """,
      """
      8:38: error: 'band' is already the inverse of 'albums'
      """)
  }

  @Test func `nothing is its own inverse`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int }, relationships: { friends: { to: [A], inverse: friends } } }
        """,
      """
      4:79: error: 'friends' cannot be its own inverse; declare the other direction as a relationship, \
      or write 'inverse: none'
      """)
  }

  @Test func `an inherited relationship belongs to its entity`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Band: { attributes: { id: Int }, relationships: { guitarists: { to: [Guitarist], inverse: band \
        } } }
          Musician: { attributes: { id: Int }, relationships: { band: Band? } }
          Guitarist: { extends: Musician }
        """,
      """
      4:93: error: 'band' is declared by 'Musician' and only inherited by 'Guitarist'; let 'guitarists' \
      lead to 'Musician'
      """)
  }

  @Test func `what needs a key needs a key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Note: { attributes: { text: String } }
          A:
            attributes: { id: Int }
            relationships:
              a: { to: [Note], MergePolicy: MergeAndPrune }
              b: { to: Note?, ForeignKey: note_ref }
              c: { to: {Note} }
              d: [Note]
        documents: { all: { notes: {Note} } }
        """,
      """
      8:37: error: 'MergeAndPrune' on 'a' needs to recognise records, but 'Note' has no primary key; \
      give it one or use another policy
      9:35: error: the foreign key of 'b' has nothing to refer to: 'Note' has no primary key
      10:16: error: 'c' is keyed by primary key, but 'Note' has none; write [Note] or give it one
      12:28: error: 'notes' is keyed by primary key, but 'Note' has none; write [Note] or give it one
      """)
  }

  @Test func `the default policy may need a key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: MergeAndPrune }
        entities:
          Note: { attributes: { text: String } }
          A: { attributes: { id: Int }, relationships: { notes: [Note] } }
        """,
      """
      5:50: error: 'MergeAndPrune' on 'notes' needs to recognise records, but 'Note' has no primary \
      key; give it one or use another policy
      """)
  }

  @Test func `a composite key is not named by one value`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Line: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } }
          A:
            attributes: { id: Int }
            relationships: { lines: { to: [Line], ForeignKey: line_ids }, map: {Line}, key: { to: A?, \
        ForeignKey: $key } }
        documents: { all: { lines: {Line} } }
        """,
      """
      7:55: error: the foreign key of 'lines' cannot refer to a record: the primary key of 'Line' has \
      several parts
      7:72: error: 'map' is keyed, but the primary key of 'Line' has several parts; write 'ImportName: \
      $key' at the part that the keys give
      7:107: error: a foreign key is a key or a key path, not the place '$key'
      8:28: error: 'lines' is keyed, but the primary key of 'Line' has several parts; write \
      'ImportName: $key' at the part that the keys give
      """)
  }

  @Test func `a key that is a record with a composite key is not named by one value either`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Line: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } }
          Detail: { PrimaryKey: line, relationships: { line: Line } }
          A: { attributes: { id: Int }, relationships: { detail: { to: Detail?, ForeignKey: detail_ref } } }
        """,
      """
      6:85: error: the foreign key of 'detail' cannot refer to a record: the primary key of 'Detail' has \
      several parts
      """)
  }

  @Test func `the default policy says what it does`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int }, relationships: { parent: A?, children: { to: [A], MergePolicy: \
        Replace, DeleteRule: Cascade } } }
        """,
      """
      3:50: warning: 'parent' is left at the default MergePolicy Replace: embedded records are \
      overwritten whole, and one that nothing refers to any more is deleted; write 'MergePolicy: Merge' \
      for records that are shared or also arrive elsewhere in full, or 'MergePolicy: Replace' to keep \
      this policy
      """)
  }

  @Test func `what leaves is kept by what refers to it`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Blog:
            attributes: { id: Int }
            relationships: { posts: { to: [Post], MergePolicy: Replace } }
          Post:
            attributes: { id: Int }
            relationships:
              blog: { to: Blog?, MergePolicy: Replace }
              comments: { to: [Comment], MergePolicy: Merge }
              drafts: { to: [Draft], MergePolicy: MergeAndPrune, Prune: Delete, DeleteRule: Cascade }
              tags: { to: [Tag], MergePolicy: Replace }
          Comment:
            attributes: { id: Int }
            relationships: { post: { to: Post?, MergePolicy: Merge } }
          Draft:
            attributes: { id: Int }
            relationships:
              post: { to: Post?, MergePolicy: Merge }
              notes: { to: [Note], MergePolicy: Merge }
              remarks: { to: [Remark], MergePolicy: Merge }
          Note:
            attributes: { id: Int }
            relationships: { draft: { to: Draft, MergePolicy: Merge } }
          Remark:
            attributes: { id: Int }
            relationships: { draft: { to: Draft?, MergePolicy: Merge } }
          Tag: { attributes: { id: Int } }
        """,
      """
      5:56: warning: a record that leaves 'posts' is kept as long as its 'comments' refer to it; write \
      'DeleteRule: Cascade' on 'comments' of 'Post' if they belong to it, or 'MergePolicy: Merge' here
      11:43: warning: a record that leaves 'drafts' is kept as long as its 'notes' and 'remarks' refer to it; \
      write 'DeleteRule: Cascade' on 'notes' and 'remarks' of 'Draft' if they belong to it, or 'MergePolicy: \
      Merge' here
      """)
  }

  @Test func `an item whose key is its parent cannot be unlinked`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          Order:
            attributes: { id: Int }
            relationships: { lines: { to: [Line], MergePolicy: MergeAndPrune, Prune: Unlink } }
          Line:
            PrimaryKey: [order, position]
            attributes: { position: Int }
            relationships: { order: Order }
        """,
      """
      6:78: warning: records that leave 'lines' cannot be unlinked, because 'order' is part of the primary \
      key of 'Line'; write 'Prune: Delete'
      """)
  }

  @Test func `pruning belongs to MergeAndPrune`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int }, relationships: { a: { to: [A], Prune: Delete } } }
        """,
      """
      4:71: warning: 'Prune' has no effect on 'a': it belongs to MergeAndPrune, and the policy is Merge
      """)
  }

  @Test func `what leads to one of several entities has its own name in messages, and each comes once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int }, relationships: { a: { oneOf: [B, C], Prune: Delete, ordered: true } } }
          B: { attributes: { id: Int } }
          C: { attributes: { id: Int } }
        """,
      """
      4:77: warning: 'Prune' has no effect on 'a': it belongs to MergeAndPrune, and the policy is Merge
      4:94: error: 'a' leads to one record, which has no order; leave 'ordered' out
      """)
  }

  @Test func `what is required cannot be unlinked`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Order: { attributes: { id: Int }, relationships: { lines: { to: [Line], MergePolicy: \
        MergeAndPrune } } }
          Line: { attributes: { id: Int }, relationships: { order: { to: Order, MergePolicy: Merge } } }
        """,
      """
      3:88: warning: records that leave 'lines' cannot be unlinked, because 'order' of 'Line' is \
      required; write 'Prune: Delete', or make it optional
      """)
  }

  @Test func `two relationships do not import the same key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int }, relationships: { a: A?, b: { to: A?, ImportName: a } } }
        """,
      """
      4:82: error: 'b' imports 'a', which 'a' at Model.yml:4:50 imports already; give one of them \
      another 'ImportName'
      """)
  }
}
